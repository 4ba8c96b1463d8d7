// The quotation page: an agent that was asked answers by its link, without an account.

import { useRef, useState, type FormEvent } from "react";
import { useAnswer } from "../answer";
import { Field, goToFault } from "../form";
import { Around, Standing } from "../frame";
import { addTexts, useSpeech } from "../i18n";
import * as texts from "../i18n/inquiry";
import { AskedCargo, AskedHead } from "../inquiry-asked";
import * as call from "../inquiry-call";
import { AnswerForm } from "../inquiry-form";
import { useNotify } from "../notify";

addTexts(texts.zh, texts.en);

/** The whole page. */
export default function InquiryQuotationPage() {
  return (
    <Around>
      <Asked />
    </Around>
  );
}

function Asked() {
  const { t } = useSpeech();
  const query = new URLSearchParams(location.search);
  const link: call.Link = { o: (query.get("o") ?? "").trim(), code: (query.get("code") ?? "").trim() };
  const isWhole = link.o !== "" && link.code !== "";
  const { shown, again } = useAnswer({
    subject: `${link.o} ${link.code}`,
    refused: isWhole ? undefined : { reason: "quote.missing", hint: "quote.goneHint" },
    ask: (asking) => call.inquiry(asking, link),
    goneHint: "quote.goneHint",
  });
  return (
    <Standing title={t("quote.title")} documentTitle={t("quote.title")} shown={shown}>
      {(inquiry) => <Answering inquiry={inquiry} link={link} again={again} />}
    </Standing>
  );
}

function Answering({ inquiry, link, again }: { inquiry: call.Inquiry; link: call.Link; again: () => void }) {
  const { t } = useSpeech();
  const [taken, setTaken] = useState<call.Taken>();
  const [declined, setDeclined] = useState(inquiry.state === "DECLINED");
  const done = (answer: call.Taken): void => {
    setTaken(answer);
    setDeclined(false);
    again();
  };
  const { quote } = inquiry;
  const last = quote ? t("quote.last", { n: String(quote.version), total: `${quote.currency} ${quote.total ?? ""}` }) : null;
  const said = taken ? t("quote.done", { n: String(taken.version), total: `${taken.currency} ${taken.total ?? ""}` }) : last;
  return (
    <>
      <AskedHead inquiry={inquiry} />
      {declined || said ? (
        <p className="section sheet-form" role="status">
          {declined ? t("quote.declined") : said}
        </p>
      ) : null}
      <AskedCargo inquiry={inquiry} />
      {inquiry.closed ? (
        <div className="failed" role="status">
          <p className="empty">{t("quote.closed")}</p>
          <p>{t("quote.closedHint")}</p>
        </div>
      ) : (
        <>
          <AnswerForm inquiry={inquiry} link={link} done={done} />
          <DeclineForm link={link} done={() => setDeclined(true)} />
        </>
      )}
    </>
  );
}

/** Says that there will be no price, and why. */
function DeclineForm({ link, done }: { link: call.Link; done: () => void }) {
  const { t, language } = useSpeech();
  const notify = useNotify();
  const form = useRef<HTMLFormElement>(null);
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState("");
  const [checked, setChecked] = useState(false);
  const [busy, setBusy] = useState(false);
  if (!open) {
    return (
      <p className="foot no-print">
        <button type="button" className="tile" onClick={() => setOpen(true)}>
          {t("quote.decline")}
        </button>
      </p>
    );
  }
  const send = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    if (!reason.trim()) {
      goToFault(form.current);
      return;
    }
    setBusy(true);
    call
      .decline({ language }, link, reason)
      .then(() => {
        setOpen(false);
        done();
      }, notify)
      .finally(() => setBusy(false));
  };
  return (
    <form className="section sheet-form no-print" ref={form} onSubmit={send} noValidate aria-label={t("quote.decline")}>
      <div className="fields">
        <Field label={t("quote.reason")} value={reason} change={setReason} required checked={checked} max={200} />
      </div>
      <button type="submit" className="primary" disabled={busy}>
        {t("quote.sendDecline")}
      </button>
    </form>
  );
}
