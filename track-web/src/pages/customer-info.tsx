// The customer information form: a partner fills in the data of its own company from an invitation.

import { useEffect, useMemo, useRef, useState, type FormEvent } from "react";
import { useAnswer } from "../answer";
import { BankAccounts, Block, Company, Contacts, Invoicing } from "../customer-blocks";
import * as call from "../customer-call";
import { FillingContext, type Filling } from "../customer-fields";
import { CustomerFiles } from "../customer-files";
import { sheetOf, withValue } from "../customer-sheet";
import { Fault, goToFault } from "../form";
import { Around, Standing } from "../frame";
import { addTexts, useSpeech } from "../i18n";
import * as texts from "../i18n/customer";
import { useNotify } from "../notify";
import { Refusal, type Finding } from "../wire";

addTexts(texts.zh, texts.en);

/** The whole page. */
export default function CustomerInfoPage() {
  return (
    <Around>
      <Inviting />
    </Around>
  );
}

/** The states in which there is nothing to fill in any more. */
const CLOSED = ["SUBMITTED", "ADOPTED"];

function Inviting() {
  const { t } = useSpeech();
  const code = (new URLSearchParams(location.search).get("code") ?? "").trim();
  const { shown } = useAnswer({
    subject: code,
    refused: code ? undefined : { reason: "customer.gone", hint: "customer.goneHint" },
    ask: (asking) => call.invitation(asking, code),
    goneHint: "customer.goneHint",
  });
  const [done, setDone] = useState(false);
  return (
    <Standing title={t("customer.title")} documentTitle={t("customer.title")} shown={shown}>
      {(invited) => {
        const name = invited.orgName ?? "";
        if (done) return <Closed title={t("customer.done")} text={t("customer.doneHint", { name })} />;
        if (CLOSED.includes(invited.state)) {
          return <Closed title={t("customer.closed")} text={t("customer.doneHint", { name })} />;
        }
        return (
          <>
            <div className="head">
              <h1 className="head-title">{t("customer.title")}</h1>
              <p>{t("customer.intro", { name })}</p>
              {invited.returnReason ? (
                <p className="returned">{t("customer.returned", { reason: invited.returnReason })}</p>
              ) : null}
            </div>
            <CustomerForm key={code} invited={invited} code={code} done={() => setDone(true)} />
          </>
        );
      }}
    </Standing>
  );
}

function Closed({ title, text }: { title: string; text: string }) {
  return (
    <div className="failed" role="status">
      <p className="empty">{title}</p>
      <p>{text}</p>
    </div>
  );
}

/** What is wrong, by place; of several at one place the first. */
function byField(findings: Finding[]): Record<string, string> {
  return Object.fromEntries([...findings].reverse().map(({ field, message }) => [field, message]));
}

/** What is wrong neither at a place nor below it. */
function elsewhere(faults: Record<string, string>, path: string): Record<string, string> {
  const stays = ([field]: [string, string]): boolean => field !== path && !field.startsWith(`${path}.`);
  return Object.fromEntries(Object.entries(faults).filter(stays));
}

function CustomerForm({ invited, code, done }: { invited: call.Invitation; code: string; done: () => void }) {
  const { t } = useSpeech();
  const form = useRef<HTMLFormElement>(null);
  const [files, setFiles] = useState(invited.files ?? []);
  const { filling, busy, note, send } = useSheet(invited, code, form, done);
  const { sheet, faults, put } = filling;
  const wrong = Object.keys(faults).length;
  return (
    <FillingContext value={filling}>
      <form ref={form} onSubmit={send(call.submit, true)} noValidate>
        <Company countries={invited.countries ?? []} />
        <Contacts />
        <Invoicing />
        {invited.coopType === "CUSTOMER" ? null : <BankAccounts />}
        <Block title="customer.files">
          <CustomerFiles code={code} files={files} change={setFiles} fault={faults.files} />
        </Block>
        <div className="section sheet-form">
          <label className="declared">
            <input
              type="checkbox"
              checked={sheet.declared}
              aria-invalid={faults.declared ? true : undefined}
              onChange={(event) => put("declared", event.target.checked)}
            />
            {t("customer.declared")}
          </label>
          <Fault text={faults.declared} />
        </div>
        <div className="form-actions">
          <p role="status">{wrong > 0 ? <Fault text={t("customer.wrong", { n: String(wrong) })} /> : note}</p>
          <button type="button" className="tile" disabled={busy} onClick={send(call.save, false)}>
            {t("customer.save")}
          </button>
          <button type="submit" className="primary" disabled={busy}>
            {t("customer.submit")}
          </button>
        </div>
      </form>
    </FillingContext>
  );
}

type Send = typeof call.submit;

/** The sheet while it is filled in. What was typed stays whatever happens; leaving with it unsaved asks. */
function useSheet(invited: call.Invitation, code: string, form: { current: HTMLFormElement | null }, done: () => void) {
  const { t, language } = useSpeech();
  const notify = useNotify();
  const [sheet, setSheet] = useState(() => sheetOf(invited.data));
  const [kept, setKept] = useState(sheet);
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const [note, setNote] = useState("");
  useAskBeforeLeaving(sheet !== kept);
  const filling = useMemo<Filling>(
    () => ({
      sheet,
      faults,
      put: (path, value) => {
        setSheet((before) => withValue(before, path, value));
        // What stood at the place, or below it, was said of the value before.
        setFaults((before) => elsewhere(before, path));
        setNote("");
      },
    }),
    [sheet, faults],
  );
  const failed = (cause: unknown): void => {
    const found = cause instanceof Refusal ? byField(cause.findings) : {};
    setFaults(found);
    if (Object.keys(found).length > 0) goToFault(form.current);
    else notify(cause);
  };
  const send = (calling: Send, last: boolean) => (event: FormEvent | React.MouseEvent): void => {
    event.preventDefault();
    setBusy(true);
    setNote("");
    calling({ language }, code, sheet)
      .then(() => {
        setFaults({});
        setKept(sheet);
        if (last) done();
        else setNote(t("customer.saved"));
      }, failed)
      .finally(() => setBusy(false));
  };
  return { filling, busy, note, send };
}

/** Asks before the page is left with something unsaved. */
function useAskBeforeLeaving(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [unsaved]);
}
