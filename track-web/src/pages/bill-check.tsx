// The page on which a partner checks a periodic bill, or a sheet of costs, line by line, without an account.

import { useRef, useState } from "react";
import { useAnswer } from "../answer";
import * as call from "../check-call";
import { Field, goToFault } from "../form";
import { Standing } from "../frame";
import { addTexts, useSpeech, type Key } from "../i18n";
import * as texts from "../i18n/bill";
import { useNotify } from "../notify";
import { Facts, Section } from "../section";
import { Refusal } from "../wire";

addTexts(texts.zh, texts.en);

/** What is said of each kind. */
const WORDS: Record<call.Kind, Record<"title" | "intro" | "partner", Key>> = {
  bill: { title: "bill.checkTitle", intro: "bill.checkIntro", partner: "bill.customer" },
  cost: { title: "bill.costTitle", intro: "bill.costIntro", partner: "bill.supplier" },
};

/** What nobody said anything of is left out. */
const told = (facts: [Key, string | undefined][]): [Key, string][] =>
  facts.flatMap(([key, value]): [Key, string][] => (value ? [[key, value]] : []));

/** What the code opens, with a field for each of its lines. */
export function BillCheck({ kind, code }: { kind: call.Kind; code: string }) {
  const { t } = useSpeech();
  const { shown } = useAnswer({ subject: code, ask: (asking) => call.checked(asking, kind, code), goneHint: "bill.goneHint" });
  const words = WORDS[kind];
  return (
    <Standing title={t(words.title)} documentTitle={t(words.title)} shown={shown}>
      {(bill) => (
        <>
          <div className="head">
            <p>{t(words.intro, { name: bill.orgName ?? "" })}</p>
            <h1 className="head-number">{bill.number}</h1>
          </div>
          <section className="section sheet-form">
            <Facts
              of={told([
                [words.partner, bill.customer],
                ["bill.period", bill.period],
                ["bill.due", bill.dueDate],
                ["bill.total", `${bill.currency} ${bill.amount}`],
                ["bill.until", bill.until],
              ])}
            />
          </section>
          <CheckForm key={code} kind={kind} code={code} bill={bill} />
        </>
      )}
    </Standing>
  );
}

/** The answer. What was typed stays whatever happens. */
function CheckForm({ kind, code, bill }: { kind: call.Kind; code: string; bill: call.CheckedBill }) {
  const { t, language } = useSpeech();
  const notify = useNotify();
  const form = useRef<HTMLFormElement>(null);
  const [by, setBy] = useState("");
  const [remark, setRemark] = useState("");
  const [amounts, setAmounts] = useState<Record<string, string>>({});
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState(false);
  const send = (): void => {
    setBusy(true);
    setFaults({});
    // Of a line that is left empty, the partner has what we have.
    const lines = bill.lines.map(({ id, amount }) => ({ id, amount: amounts[id]?.trim() || (amount ?? ""), remark: "" }));
    call
      .answer({ language }, kind, code, { by, remark, lines })
      .then(
        () => setDone(true),
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
  const called = (line: call.CheckLine): string => {
    const { key, customerNumber, bizNumber, orderCode, bizDate, route, service, amount } = line;
    const parts = [key, customerNumber, bizNumber, orderCode, bizDate, route, service].filter(Boolean);
    // A cost without a number of its own is called by its order, which is said once.
    return [...new Set(parts), `${t("bill.ours")} ${amount ?? "-"}`].join(" · ");
  };
  return (
    <form
      className="no-print"
      ref={form}
      noValidate
      aria-label={t("bill.yours")}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Section title={t("bill.lines")} count={bill.count} initiallyOpen>
        <p>{t("bill.checkHint")}</p>
        <div className="fields">
          {bill.lines.map((line, at) => (
            <Field
              key={line.id}
              label={called(line)}
              value={amounts[line.id] ?? ""}
              change={(amount) => setAmounts((before) => ({ ...before, [line.id]: amount }))}
              figures
              fault={faults[`lines.${String(at)}.amount`]}
            />
          ))}
        </div>
        {bill.lines.length < bill.count ? (
          <p>{t("bill.more", { n: String(bill.lines.length), count: String(bill.count) })}</p>
        ) : null}
      </Section>
      <div className="section sheet-form">
        <h2>{t("bill.yours")}</h2>
        <div className="fields">
          <Field label={t("bill.by")} value={by} change={setBy} required max={50} fault={faults["by"]} />
          <Field label={t("bill.remark")} value={remark} change={setRemark} max={500} fault={faults["remark"]} />
        </div>
        <div className="form-actions">
          <button type="submit" className="primary" disabled={busy}>
            {t("bill.handIn")}
          </button>
        </div>
      </div>
    </form>
  );
}
