// The form on which an agent answers: the price, its validity, who answers, files. Nothing typed is lost.

import { useRef, useState, type ChangeEvent, type FormEvent, type ReactNode } from "react";
import { Fault, Field, goToFault, type Option } from "./form";
import { decimal } from "./format";
import { useSpeech, type Key } from "./i18n";
import { Icon } from "./icons";
import * as call from "./inquiry-call";
import { totalOf } from "./inquiry-total";
import { useNotify } from "./notify";
import { Empty } from "./section";
import { Refusal } from "./wire";

const MOST_FILES = 5;
const MOST_ROWS = 20;
const BREAK: call.Break = { fromKg: "0", price: "" };
const EXTRA: call.Extra = { code: "", basis: "KG", price: "" };
/** Files of the last answer are named again with the next. */
type Typed = Omit<call.Answer, "files">;

/** The form of an answer as it begins: the last answer, or an empty one that is valid from today. */
export function answerOf(inquiry: Pick<call.Inquiry, "quote" | "now" | "currencies">): Typed {
  const { quote } = inquiry;
  const blank = Object.fromEntries(call.FIELDS.map((name) => [name, ""])) as Record<call.AnswerField, string>;
  const first = inquiry.currencies?.[0] ?? "";
  const currency = inquiry.currencies?.includes("CNY") ? "CNY" : first;
  if (!quote) return { ...blank, priceMode: "ALL_IN", currency, validFrom: inquiry.now.slice(0, 10), breaks: [BREAK], extras: [] };
  const held = Object.fromEntries(call.FIELDS.map((name) => [name, String(quote[name] ?? "")])) as Record<call.AnswerField, string>;
  return { ...held, breaks: quote.breaks, extras: quote.extras };
}

/** What is wrong, by place; of several at one place the first. */
function byField(cause: unknown): Record<string, string> {
  const findings = cause instanceof Refusal ? cause.findings : [];
  return Object.fromEntries([...findings].reverse().map(({ field, message }) => [field, message]));
}

interface Props {
  inquiry: call.Inquiry;
  link: call.Link;
  done: (taken: call.Taken) => void;
}

/** The whole form. */
export function AnswerForm({ inquiry, link, done }: Props) {
  const { t, language } = useSpeech();
  const notify = useNotify();
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState(() => answerOf(inquiry));
  const [byLump, setByLump] = useState(typed.lumpSum !== "");
  const [files, setFiles] = useState(inquiry.files ?? []);
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const put = (change: Partial<Typed>, place: string): void => {
    setTyped((before) => ({ ...before, ...change }));
    setFaults((before) => Object.fromEntries(Object.entries(before).filter(([field]) => field !== place && !field.startsWith(`${place}.`))));
  };
  // What the other way of pricing holds is kept on the screen and not sent.
  const answer: Typed = byLump ? { ...typed, breaks: [], minimum: "" } : { ...typed, lumpSum: "" };
  const send = (event: FormEvent): void => {
    event.preventDefault();
    setBusy(true);
    call
      .submit({ language }, link, { ...answer, files: files.map(({ id }) => id) })
      .then(
        (taken) => {
          setFaults({});
          done(taken);
        },
        (cause: unknown) => {
          const found = byField(cause);
          setFaults(found);
          if (Object.keys(found).length > 0) goToFault(form.current);
          else notify(cause);
        },
      )
      .finally(() => setBusy(false));
  };
  const filling = { typed, faults, put };
  const wrong = Object.keys(faults).length;
  return (
    <form ref={form} onSubmit={send} noValidate>
      <PriceBlock {...filling} currencies={inquiry.currencies ?? []} byLump={byLump} choose={setByLump} />
      <ExtrasBlock {...filling} />
      <Total answer={answer} inquiry={inquiry} />
      <OfferBlock {...filling} />
      <ContactBlock {...filling}>
        <AnswerFiles link={link} files={files} change={setFiles} fault={faults["files"]} />
      </ContactBlock>
      <div className="form-actions">
        <p role="status">{wrong > 0 ? <Fault text={t("quote.wrong", { n: String(wrong) })} /> : null}</p>
        <button type="submit" className="primary" disabled={busy}>
          {t(inquiry.quote ? "quote.again" : "quote.submit")}
        </button>
      </div>
    </form>
  );
}

interface Filling {
  typed: Typed;
  faults: Record<string, string>;
  put: (change: Partial<Typed>, place: string) => void;
}

interface OneProps extends Filling {
  name: call.AnswerField;
  label: Key;
  required?: boolean;
  max?: number;
  type?: "email" | "date";
  figures?: boolean;
  options?: Option[];
}

function One({ typed, faults, put, name, label, ...rest }: OneProps) {
  const { t } = useSpeech();
  return <Field label={t(label)} value={typed[name]} change={(value) => put({ [name]: value }, name)} fault={faults[name]} {...rest} />;
}

function Block({ title, children }: { title: Key; children: ReactNode }) {
  const { t } = useSpeech();
  return (
    <fieldset className="section sheet-form">
      <legend>{t(title)}</legend>
      <div>{children}</div>
    </fieldset>
  );
}

function PriceBlock({ currencies, byLump, choose, ...filling }: Filling & { currencies: string[]; byLump: boolean; choose: (byLump: boolean) => void }) {
  const { t } = useSpeech();
  const { typed, put, faults } = filling;
  const modes = [{ value: "ALL_IN", name: t("quote.allIn") }, { value: "NET", name: t("quote.net") }];
  const ways = [{ value: "breaks", name: t("quote.byWeight") }, { value: "lump", name: t("quote.byLump") }];
  return (
    <Block title="quote.yours">
      <div className="fields">
        <One {...filling} name="priceMode" label="quote.mode" required options={modes} />
        <One {...filling} name="currency" label="quote.currency" required options={currencies.map((code) => ({ value: code, name: code }))} />
        <Field label={t("quote.way")} value={byLump ? "lump" : "breaks"} change={(way) => choose(way === "lump")} options={ways} />
        {byLump ? (
          <One {...filling} name="lumpSum" label="quote.lumpSum" required figures />
        ) : (
          <One {...filling} name="minimum" label="quote.minimum" figures />
        )}
      </div>
      {byLump ? <Fault text={faults["breaks"]} /> : (
        <Rows
          rows={typed.breaks}
          change={(breaks) => put({ breaks }, "breaks")}
          title="quote.break"
          blank={{ ...BREAK, fromKg: "" }}
          least={1}
          fault={faults["breaks"]}
        >
          {(row, at, change) => (
            <>
              <Field label={t("quote.from")} value={row.fromKg} change={(fromKg) => change({ ...row, fromKg })} required figures fault={faults[`breaks.${at}.fromKg`]} />
              <Field label={t("quote.price")} value={row.price} change={(price) => change({ ...row, price })} required figures fault={faults[`breaks.${at}.price`]} />
            </>
          )}
        </Rows>
      )}
    </Block>
  );
}

function ExtrasBlock({ typed, put, faults }: Filling) {
  const { t } = useSpeech();
  const bases = [
    { value: "KG", name: t("quote.perKg") },
    { value: "PIECE", name: t("quote.perPiece") },
    { value: "SHIPMENT", name: t("quote.perShipment") },
  ];
  return (
    <Block title="quote.extras">
      <Rows
        rows={typed.extras}
        change={(extras) => put({ extras }, "extras")}
        title="quote.extra"
        blank={EXTRA}
        least={0}
        empty="quote.noExtras"
        fault={faults["extras"]}
      >
        {(row, at, change) => (
          <>
            <Field label={t("quote.code")} value={row.code} change={(code) => change({ ...row, code })} required max={10} fault={faults[`extras.${at}.code`]} />
            <Field label={t("quote.basis")} value={row.basis} change={(basis) => change({ ...row, basis })} required options={bases} fault={faults[`extras.${at}.basis`]} />
            <Field label={t("quote.price")} value={row.price} change={(price) => change({ ...row, price })} required figures fault={faults[`extras.${at}.price`]} />
          </>
        )}
      </Rows>
    </Block>
  );
}

interface RowsProps<T> {
  rows: T[];
  change: (rows: T[]) => void;
  title: Key;
  blank: T;
  least: number;
  empty?: Key;
  fault: string | undefined;
  children: (row: T, at: number, change: (row: T) => void) => ReactNode;
}

function Rows<T>({ rows, change, title, blank, least, empty, fault, children }: RowsProps<T>) {
  const { t } = useSpeech();
  return (
    <>
      {rows.length === 0 && empty ? <Empty>{t(empty)}</Empty> : null}
      {rows.map((row, at) => {
        const name = t(title, { n: String(at + 1) });
        return (
          <div className="row" role="group" aria-label={name} key={at}>
            <p className="row-head">
              {name}
              {rows.length > least ? (
                <button type="button" className="plain" aria-label={t("quote.remove", { name })} onClick={() => change(rows.filter((_, other) => other !== at))}>
                  <Icon name="close" />
                </button>
              ) : null}
            </p>
            <div className="fields">{children(row, at, (changed) => change(rows.map((one, other) => (other === at ? changed : one))))}</div>
          </div>
        );
      })}
      <Fault text={fault} />
      {rows.length < MOST_ROWS ? (
        <button type="button" className="tile" onClick={() => change([...rows, blank])}>
          {t("quote.add")}
        </button>
      ) : null}
    </>
  );
}

/** What the answer comes to, as it is typed. */
function Total({ answer, inquiry }: { answer: Typed; inquiry: call.Inquiry }) {
  const { t } = useSpeech();
  const sum = totalOf(answer, inquiry.chargeWeight, inquiry.pieces);
  return (
    <div className="section sheet-form" role="status" aria-label={t("quote.total")}>
      <p className="current-label">
        {t("quote.total")} {t("quote.totalHint", { kg: inquiry.chargeWeight ?? "" })}
      </p>
      <p className="current-line">{sum ? t("quote.sum", { currency: answer.currency, ...sum }) : t("quote.noTotal")}</p>
    </div>
  );
}

function OfferBlock(filling: Filling) {
  const { t } = useSpeech();
  const spaces = [
    { value: "YES", name: t("quote.spaceYes") },
    { value: "WAIT", name: t("quote.spaceWait") },
    { value: "NO", name: t("quote.spaceNo") },
  ];
  return (
    <Block title="quote.conditions">
      <div className="fields">
        <One {...filling} name="validFrom" label="quote.validFrom" required type="date" />
        <One {...filling} name="validTo" label="quote.validTo" required type="date" />
        <One {...filling} name="carrierCode" label="quote.carrier" max={3} />
        <One {...filling} name="route" label="quote.quotedRoute" max={100} />
        <One {...filling} name="flightPlan" label="quote.plan" max={200} />
        <One {...filling} name="transitDays" label="quote.days" figures />
        <One {...filling} name="space" label="quote.space" options={spaces} />
        <One {...filling} name="freeStorage" label="quote.freeStorage" max={100} />
        <One {...filling} name="conditions" label="quote.conditions" max={500} />
      </div>
    </Block>
  );
}

function ContactBlock({ children, ...filling }: Filling & { children: ReactNode }) {
  return (
    <Block title="quote.contact">
      <div className="fields">
        <One {...filling} name="contactName" label="quote.name" required max={40} />
        <One {...filling} name="contactEmail" label="quote.email" required max={80} type="email" />
      </div>
      {children}
    </Block>
  );
}

interface FilesProps {
  link: call.Link;
  files: call.AnswerFile[];
  change: (files: (before: call.AnswerFile[]) => call.AnswerFile[]) => void;
  fault: string | undefined;
}

function AnswerFiles({ link, files, change, fault }: FilesProps) {
  const { t, language } = useSpeech();
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  const bring = (event: ChangeEvent<HTMLInputElement>): void => {
    const file = event.target.files?.[0];
    event.target.value = "";
    if (!file) return;
    setBusy(true);
    call
      .bring({ language }, link, file)
      .then((stored) => change((before) => [...before, stored]), notify)
      .finally(() => setBusy(false));
  };
  return (
    <>
      <p className="hint">{t("quote.fileHint")}</p>
      <ul className="files">
        {files.map((file) => (
          <li key={file.id} className="file">
            <span className="file-name">
              {file.name}
              <small>{decimal(file.size / 1024, 1)} KB</small>
            </span>
            <button
              type="button"
              className="plain"
              aria-label={t("quote.remove", { name: file.name })}
              onClick={() => change((before) => before.filter((one) => one.id !== file.id))}
            >
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ul>
      {files.length < MOST_FILES ? (
        <label className={busy ? "tile upload busy" : "tile upload"}>
          <Icon name="file" />
          {t(busy ? "quote.uploading" : "quote.upload")}
          <input className="visually-hidden" type="file" disabled={busy} onChange={bring} />
        </label>
      ) : null}
      <Fault text={fault} />
    </>
  );
}
