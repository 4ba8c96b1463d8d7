// The cargo pouch: which papers travel with a master waybill, for the agent who receives them.

import { useEffect, useRef, useState, type FormEvent } from "react";
import { useAnswer } from "../answer";
import { FileLine } from "../attachments";
import { Field, goToFault } from "../form";
import { day, joined, minute, text } from "../format";
import { Around, Bar, Standing } from "../frame";
import { addTexts, useSpeech } from "../i18n";
import * as texts from "../i18n/pouch";
import { useNotify } from "../notify";
import * as call from "../pouch-call";
import { Empty, Facts, Section, numbered } from "../section";
import { Table } from "../table";

addTexts(texts.zh, texts.en);

const PATH = "/cargoPouchView";

/** The whole page: asks for a pouch, or shows the one its address names. */
export default function CargoPouchPage() {
  const [id, setId] = useState(idOfAddress);
  useEffect(() => {
    const moved = (): void => setId(idOfAddress());
    addEventListener("popstate", moved);
    return () => removeEventListener("popstate", moved);
  }, []);
  const open = (found: string): void => {
    history.pushState(null, "", `${PATH}/${encodeURIComponent(found)}`);
    setId(found);
  };
  return <Around>{id ? <PouchPage key={id} id={id} /> : <Asking open={open} />}</Around>;
}

/** The id stands behind the path, or in the query of a label's code. */
function idOfAddress(): string {
  const behind = location.pathname.slice(PATH.length + 1).replace(/\/$/, "");
  return (decodeURIComponent(behind) || new URLSearchParams(location.search).get("id") || "").trim();
}

function Asking({ open }: { open: (id: string) => void }) {
  const { t, language } = useSpeech();
  const notify = useNotify();
  const form = useRef<HTMLFormElement>(null);
  const [number, setNumber] = useState("");
  const [code, setCode] = useState("");
  const [checked, setChecked] = useState(false);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    document.title = t("pouch.title");
  }, [t]);
  const send = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    if (!number.trim() || !code.trim()) {
      goToFault(form.current);
      return;
    }
    setBusy(true);
    call
      .openPouch({ language }, number.trim(), code.trim())
      .then(open, notify)
      .finally(() => setBusy(false));
  };
  return (
    <>
      <Bar sender={undefined} title={t("pouch.title")} />
      <main className="page">
        <div className="head">
          <h1 className="head-title">{t("pouch.title")}</h1>
        </div>
        <form className="section sheet-form" ref={form} onSubmit={send} noValidate>
          <div className="fields">
            <Field label={t("pouch.number")} value={number} change={setNumber} required checked={checked} max={40} />
            <Field label={t("pouch.code")} value={code} change={setCode} required checked={checked} max={20} />
          </div>
          <p className="hint">{t("pouch.codeHint")}</p>
          <button type="submit" className="primary" disabled={busy}>
            {t("pouch.open")}
          </button>
        </form>
      </main>
    </>
  );
}

function PouchPage({ id }: { id: string }) {
  const { t } = useSpeech();
  const { shown, again } = useAnswer({
    subject: id,
    ask: (asking) => call.pouch(asking, id),
    goneHint: "pouch.goneHint",
  });
  return (
    <>
      <Standing title={t("pouch.title")} documentTitle={t("pouch.title")} shown={shown}>
        {(pouch) => <PouchView pouch={pouch} id={id} again={again} />}
      </Standing>
      {shown.is === "failed" ? (
        <p className="foot">
          <a className="link" href={PATH}>
            {t("pouch.other")}
          </a>
        </p>
      ) : null}
    </>
  );
}

function PouchView({ pouch, id, again }: { pouch: call.Pouch; id: string; again: () => void }) {
  const { t } = useSpeech();
  const [received, setReceived] = useState(false);
  const done = (): void => {
    setReceived(true);
    again();
  };
  return (
    <>
      <div className="head">
        <h1 className="head-number">{pouch.pouchNumber}</h1>
        <div className="current" role="status">
          <p className="current-label">{t("pouch.state")}</p>
          <p className="current-line">{received && pouch.state === "HANDED" ? t("pouch.done") : text(pouch.stateName)}</p>
        </div>
      </div>
      <section className="section sheet-form" aria-label={t("pouch.title")}>
        <Facts
          of={[
            ["pouch.master", numbered(pouch.mawbNumber)],
            ["pouch.flight", joined([pouch.flightNo, day(pouch.flightDate)], " ")],
            ["pouch.route", joined([pouch.departureStation, pouch.arrivalStation], " → ")],
            ["pouch.seal", numbered(pouch.sealNo)],
            ["pouch.received", joined([pouch.receiver, minute(pouch.receivedTime)], " ")],
          ]}
        />
      </section>
      <Section title={t("pouch.documents")} count={pouch.documents?.length ?? 0} initiallyOpen>
        <Documents documents={pouch.documents ?? []} />
      </Section>
      {pouch.state === "HANDED" && !received ? <ReceiptForm id={id} done={done} /> : null}
    </>
  );
}

const LABELS = ["pouch.docType", "pouch.docNo", "pouch.originals", "pouch.copies", "pouch.file", "pouch.remark"] as const;

function Documents({ documents }: { documents: call.PouchDocument[] }) {
  const { t } = useSpeech();
  if (documents.length === 0) return <Empty>{t("pouch.noDocuments")}</Empty>;
  return (
    <Table
      name={t("pouch.table")}
      kind="documents"
      stack
      labels={LABELS.map((label) => t(label))}
      rows={documents.map((one) => [
        text(one.docTypeName || one.docType),
        numbered(one.docNo),
        text(String(one.originals ?? "")),
        text(String(one.copies ?? "")),
        one.fileName ? <FileLine file={{ fileName: one.fileName, fileUrl: one.fileUrl }} /> : text(""),
        text(one.remark),
      ])}
    />
  );
}

/** Confirms the receipt. What was typed stays until the server has taken it. */
function ReceiptForm({ id, done }: { id: string; done: () => void }) {
  const { t, language } = useSpeech();
  const notify = useNotify();
  const form = useRef<HTMLFormElement>(null);
  const [receipt, setReceipt] = useState<call.Receipt>({ name: "", phone: "", remark: "" });
  const [checked, setChecked] = useState(false);
  const [busy, setBusy] = useState(false);
  const change = (member: keyof call.Receipt) => (value: string) => setReceipt((before) => ({ ...before, [member]: value }));
  const send = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    if (!receipt.name.trim() || !receipt.phone.trim()) {
      goToFault(form.current);
      return;
    }
    setBusy(true);
    call
      .receive({ language }, id, receipt)
      .then(done, notify)
      .finally(() => setBusy(false));
  };
  return (
    <form className="section sheet-form no-print" ref={form} onSubmit={send} noValidate aria-labelledby="receive">
      <h2 id="receive">{t("pouch.receive")}</h2>
      <div className="fields">
        <Field label={t("pouch.name")} value={receipt.name} change={change("name")} required checked={checked} max={40} />
        <Field
          label={t("pouch.phone")}
          value={receipt.phone}
          change={change("phone")}
          required
          checked={checked}
          max={30}
          type="tel"
        />
        <Field label={t("pouch.remark")} value={receipt.remark} change={change("remark")} max={200} />
      </div>
      <button type="submit" className="primary" disabled={busy}>
        {t("pouch.receive")}
      </button>
    </form>
  );
}
