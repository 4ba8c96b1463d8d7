// The page on which a customer confirms a mailed bill or objects to it, without an account.

import { useRef, useState } from "react";
import { useAnswer } from "../answer";
import * as call from "../bill-call";
import { Field, goToFault } from "../form";
import { Around, Standing } from "../frame";
import { addTexts, useSpeech, type Key } from "../i18n";
import * as texts from "../i18n/bill";
import { useNotify } from "../notify";
import { Facts, Section, numbered } from "../section";
import { Table } from "../table";
import { Refusal } from "../wire";
import { BillCheck } from "./bill-check";

addTexts(texts.zh, texts.en);

/** The whole page. */
export default function BillConfirmPage() {
  const asked = new URLSearchParams(location.search);
  // Periodic bills, and the costs of suppliers, are checked line by line.
  const [check, cost] = ["check", "cost"].map((name) => (asked.get(name) ?? "").trim());
  return <Around>{check ? <BillCheck kind="bill" code={check} /> : cost ? <BillCheck kind="cost" code={cost} /> : <Mailed />}</Around>;
}

function Mailed() {
  const { t } = useSpeech();
  const code = (new URLSearchParams(location.search).get("code") ?? "").trim();
  const { shown, again } = useAnswer({
    subject: code,
    refused: code ? undefined : { reason: "bill.gone", hint: "bill.goneHint" },
    ask: (asking) => call.mailed(asking, code),
    goneHint: "bill.goneHint",
  });
  return (
    <Standing title={t("bill.title")} documentTitle={t("bill.title")} shown={shown}>
      {(mailed) => (
        <>
          <div className="head">
            <p>{t("bill.intro", { name: mailed.orgName ?? "", kind: t(mailed.kind === "NOTE" ? "bill.note" : "bill.statement") })}</p>
            <h1 className="head-number">{mailed.number}</h1>
          </div>
          <Said mailed={mailed} />
          {mailed.bill ? <Paper mailed={mailed} bill={mailed.bill} /> : null}
          {mailed.state === "OPEN" ? <AnswerForm key={code} code={code} again={again} /> : null}
        </>
      )}
    </Standing>
  );
}

/** Why there is nothing to answer. */
const PAST: Partial<Record<call.State, Key>> = {
  EXPIRED: "bill.expired",
  REPLACED: "bill.replaced",
  VOID: "bill.void",
  CHANGED: "bill.changed",
};

/** What was said already, or why nothing can be said any more. */
function Said({ mailed }: { mailed: call.MailedBill }) {
  const { t } = useSpeech();
  const past = PAST[mailed.state];
  if (past) {
    return (
      <p className="section sheet-form" role="status">
        {t(past, { name: mailed.orgName ?? "" })}
      </p>
    );
  }
  if (mailed.state === "OPEN") return null;
  const { said } = mailed;
  return (
    <div className="section sheet-form" role="status">
      <h2>{t("bill.yours")}</h2>
      <p>
        <b>{t(mailed.state === "CONFIRMED" ? "bill.confirmed" : "bill.disputed")}</b>
      </p>
      {said ? <p>{t("bill.byAt", { by: said.by, at: said.at })}</p> : null}
      {said?.remark ? <p>{said.remark}</p> : null}
    </div>
  );
}

/** What nobody said anything of is left out: the page is read on phones. */
const told = (facts: [Key, string | undefined][]): [Key, string][] =>
  facts.flatMap(([key, value]): [Key, string][] => (value ? [[key, value]] : []));

function Paper({ mailed, bill }: { mailed: call.MailedBill; bill: call.Bill }) {
  const { t, language } = useSpeech();
  const isNote = mailed.kind === "NOTE";
  const title = t(isNote ? "bill.charges" : "bill.notes");
  const labels: Key[] = isNote ? ["bill.item", "bill.amount"] : ["bill.noteNumber", "bill.number", "bill.bizDate", "bill.amount"];
  const named = ({ name }: call.BillRow): string => (language === "zh-CN" ? name?.zh : name?.en) ?? "";
  const cells = (row: call.BillRow) =>
    isNote ? [named(row), numbered(row.amount)] : [row.number ?? "", row.bizNumber ?? "", row.date ?? "", numbered(row.amount)];
  return (
    <>
      <section className="section sheet-form">
        <Facts
          of={told([
            ["bill.customer", mailed.customer],
            ["bill.date", bill.date],
            ["bill.due", bill.dueDate],
            ["bill.period", bill.period],
            ["bill.order", bill.orderCode],
            ["bill.number", bill.bizNumber],
            ["bill.total", bill.amounts.join("  ")],
            ["bill.remark", bill.remark],
            ["bill.until", mailed.state === "OPEN" ? mailed.until : undefined],
          ])}
        />
      </section>
      <Section title={title} count={bill.count} initiallyOpen>
        <Table name={title} kind="bill" stack labels={labels.map((label) => t(label))} rows={bill.rows.map(cells)} />
        {bill.rows.length < bill.count ? <p>{t("bill.more", { n: String(bill.rows.length), count: String(bill.count) })}</p> : null}
      </Section>
    </>
  );
}

/** The answer. What was typed stays whatever happens. */
function AnswerForm({ code, again }: { code: string; again: () => void }) {
  const { t, language } = useSpeech();
  const notify = useNotify();
  const form = useRef<HTMLFormElement>(null);
  const [by, setBy] = useState("");
  const [remark, setRemark] = useState("");
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState(false);
  const send = (answer: call.Answer): void => {
    setBusy(true);
    setFaults({});
    call
      .answer({ language }, code, { answer, by, remark })
      .then(
        () => {
          setDone(true);
          again();
        },
        (cause: unknown) => {
          const found = cause instanceof Refusal ? cause.findings : [];
          setFaults(Object.fromEntries(found.map(({ field, message }) => [field, message])));
          if (found.length > 0) goToFault(form.current);
          else notify(cause);
        },
      )
      .finally(() => setBusy(false));
  };
  if (done) {
    return (
      <p className="section sheet-form" role="status">
        {t("bill.thanks")}
      </p>
    );
  }
  return (
    <form
      className="section sheet-form no-print"
      ref={form}
      noValidate
      aria-label={t("bill.yours")}
      onSubmit={(event) => {
        event.preventDefault();
        send("CONFIRMED");
      }}
    >
      <h2>{t("bill.yours")}</h2>
      <div className="fields">
        <Field label={t("bill.by")} value={by} change={setBy} required max={50} fault={faults["by"]} />
        <Field label={t("bill.why")} value={remark} change={setRemark} max={200} fault={faults["remark"]} />
      </div>
      <div className="form-actions">
        <button type="button" className="tile" disabled={busy} onClick={() => send("DISPUTED")}>
          {t("bill.object")}
        </button>
        <button type="submit" className="primary" disabled={busy}>
          {t("bill.agree")}
        </button>
      </div>
    </form>
  );
}
