// The page on which a partner who was invited by mail talks to who invited it, without an account.

import { useCallback, useEffect, useRef, useState, type ChangeEvent, type FormEvent } from "react";
import { useAnswer, type Shown } from "../answer";
import * as call from "../chat-call";
import { Around, Standing } from "../frame";
import { addTexts, useSpeech } from "../i18n";
import * as texts from "../i18n/chat";
import { useNotify } from "../notify";
import { Refusal } from "../wire";

addTexts(texts.zh, texts.en);

/** The page looks so often for what came. */
const LOOK_MS = 10_000;
/** After so many looks it asks who is there, too. */
const LOOKS_A_VISIT = 6;
const CONTENT_MAX = 2_000;
const TAKEN = ".jpg,.jpeg,.bmp,.png,.pdf,.doc,.docx,.xls,.xlsx,.txt,.rar,.zip,.ofd";

/** The whole page. */
export default function ChatGuestPage() {
  return (
    <Around>
      <Guest />
    </Around>
  );
}

function Guest() {
  const { t } = useSpeech();
  const code = (new URLSearchParams(location.search).get("code") ?? "").trim();
  const { shown } = useAnswer({
    subject: code,
    refused: code ? undefined : { reason: "chat.gone", hint: "chat.goneHint" },
    ask: (asking) => call.visit(asking, code),
    goneHint: "chat.goneHint",
  });
  const [gone, setGone] = useState(false);
  const standing: Shown<call.Visit> = gone ? { is: "failed", hint: "chat.goneHint" } : shown;
  return (
    <Standing title={t("chat.title")} documentTitle={t("chat.title")} shown={standing}>
      {(visit) => <Conversation key={code} code={code} first={visit} gone={() => setGone(true)} />}
    </Standing>
  );
}

function Conversation({ code, first, gone }: { code: string; first: call.Visit; gone: () => void }) {
  const { t } = useSpeech();
  const [later, setLater] = useState<call.Visit>();
  const visit = later ?? first;
  return (
    <>
      <div className="head">
        <h1 className="head-number">{t("chat.with", { name: visit.name, host: visit.host.nickName })}</h1>
        <p>{t(visit.host.isOnline ? "chat.online" : "chat.offline")}</p>
      </div>
      <Talk code={code} visit={visit} renew={setLater} gone={gone} />
    </>
  );
}

/** Each message once, in its order. */
function merged(known: call.Message[], came: call.Message[]): call.Message[] {
  const all = new Map([...known, ...came].map((message) => [message.seq, message]));
  return [...all.values()].sort((one, other) => one.seq - other.seq);
}

/** What is known with the newest page. More came than it holds: what lies below the gap is dropped, to be read back. */
function joined(known: call.Message[], page: call.Message[]): { all: call.Message[]; gap: boolean } {
  const lowest = Math.min(...page.map(({ seq }) => seq));
  const below = known.filter(({ seq }) => seq < lowest).at(-1);
  const gap = page.length > 0 && below !== undefined && below.seq + 1 < lowest;
  return { all: merged(gap ? known.filter(({ seq }) => seq >= lowest) : known, page), gap };
}

interface TalkProps {
  code: string;
  visit: call.Visit;
  /** Who is there was asked again. */
  renew: (visit: call.Visit) => void;
  /** The link has ended. */
  gone: () => void;
}

function Talk({ code, visit, renew, gone }: TalkProps) {
  const { t, language } = useSpeech();
  const notify = useNotify();
  const [messages, setMessages] = useState<call.Message[]>([]);
  const [more, setMore] = useState(false);
  const known = useRef<call.Message[]>([]);
  const marked = useRef(0);
  const order = useRef({ asked: 0, shown: 0 });
  const take = useCallback((all: call.Message[]) => {
    known.current = all;
    setMessages(all);
  }, []);

  const look = useCallback(async () => {
    const asked = (order.current.asked += 1);
    const page = await call.messages({ language }, code);
    // An answer that was overtaken knows less.
    if (asked < order.current.shown) return;
    order.current.shown = asked;
    const { all, gap } = joined(known.current, page.records);
    if (gap || known.current.length === 0) setMore(page.total > page.records.length);
    take(all);
    const last = page.records.find(({ mine }) => !mine);
    if (!last || document.hidden || last.seq <= marked.current) return;
    await call.read({ language }, code, last.seq);
    marked.current = last.seq;
  }, [code, language, take]);

  const kept = (sent: call.Message) => {
    const last = known.current.at(-1)?.seq ?? 0;
    take(merged(known.current, [sent]));
    // The other side wrote meanwhile.
    if (sent.seq > last + 1) look().catch(() => undefined);
  };

  const latest = useRef({ renew, gone });
  useEffect(() => {
    latest.current = { renew, gone };
  });
  useEffect(() => {
    let looks = 0;
    // What fails is tried again; a link that has ended is not asked any more. Nobody looks at a page behind others.
    const quietly = async () => {
      if (document.hidden) return;
      try {
        await look();
        looks += 1;
        if (looks % LOOKS_A_VISIT === 0) latest.current.renew(await call.visit({ language }, code));
      } catch (cause) {
        if (!(cause instanceof Refusal && cause.isFinal)) return;
        notify(cause, true);
        latest.current.gone();
      }
    };
    const now = () => void quietly();
    now();
    const timer = setInterval(now, LOOK_MS);
    document.addEventListener("visibilitychange", now);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", now);
    };
  }, [code, language, look, notify]);

  const { list, stand } = useEnd(messages.at(-1)?.seq);
  const older = () => {
    const before = messages[0]?.seq;
    if (before === undefined) return;
    call.messages({ language }, code, before).then((page) => {
      // What was known is dropped by now: these do not lie before it.
      if (known.current[0]?.seq !== before) return;
      setMore(page.total > page.records.length);
      take(merged(known.current, page.records));
    }, notify);
  };
  return (
    <section className="section sheet-form chat" aria-label={t("chat.title")}>
      {more ? (
        <button type="button" className="plain" onClick={older}>
          {t("chat.older")}
        </button>
      ) : null}
      {/* The list scrolls inside its box, so the box takes the focus of the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div role="log" aria-label={t("chat.messages")} className="chat-log" ref={list} tabIndex={0} onScroll={stand}>
        {messages.length === 0 ? <p>{t("chat.empty")}</p> : null}
        {messages.map((message) => (
          <Line key={message.seq} code={code} message={message} host={visit.host.nickName} />
        ))}
      </div>
      {visit.answers ? <Writer code={code} kept={kept} /> : <p role="status">{t("chat.stopped")}</p>}
      <p className="chat-until">{t("chat.until", { time: visit.until })}</p>
    </section>
  );
}

/** So close to its end the list follows what comes. */
const END_PX = 80;

/** The newest message in sight, while its reader stands at the end. */
function useEnd(last: number | undefined) {
  const list = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const stand = () => {
    const shown = list.current;
    if (shown) atEnd.current = shown.scrollHeight - shown.scrollTop - shown.clientHeight < END_PX;
  };
  useEffect(() => {
    if (last !== undefined && list.current && atEnd.current) list.current.scrollTop = list.current.scrollHeight;
  }, [last]);
  return { list, stand };
}

function Line({ code, message, host }: { code: string; message: call.Message; host: string }) {
  const { t } = useSpeech();
  const { seq, mine, content, file, sentAt } = message;
  return (
    <div className={mine ? "chat-line is-mine" : "chat-line"}>
      <p className="chat-said">
        {file?.picture ? <img src={call.fileOf(code, seq)} alt={file.name} /> : null}
        {file && !file.picture ? (
          <a href={call.fileOf(code, seq)} download={file.name}>
            {file.name}
          </a>
        ) : null}
        {content}
      </p>
      <p className="chat-when">{`${mine ? t("chat.me") : host} ${sentAt.slice(0, 16)}`}</p>
    </div>
  );
}

/** A name by which the server knows what is sent again. */
function newName(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** What was typed stays until it is kept. */
function Writer({ code, kept }: { code: string; kept: (sent: call.Message) => void }) {
  const { t, language } = useSpeech();
  const notify = useNotify();
  const [text, setText] = useState("");
  const [busy, setBusy] = useState(false);
  // A name belongs to one text: the same text again is the same message, another text is another one.
  const name = useRef(newName());
  const write = (next: string) => {
    name.current = newName();
    setText(next);
  };
  const files = useRef<HTMLInputElement>(null);
  const run = (send: Promise<call.Message | null>, done: () => unknown) => {
    setBusy(true);
    send
      .then((sent) => {
        if (sent) kept(sent);
        done();
      })
      .catch((cause: unknown) => notify(cause))
      .finally(() => setBusy(false));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const own = name.current;
    // What was written meanwhile stays.
    if (text.trim()) run(call.say({ language }, code, text, own), () => name.current === own && write(""));
  };
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.currentTarget.files?.[0];
    event.currentTarget.value = "";
    if (file) run(call.bring({ language }, code, file, newName()), () => undefined);
  };
  return (
    <form className="chat-writer no-print" noValidate onSubmit={submit}>
      <textarea
        rows={3}
        maxLength={CONTENT_MAX}
        aria-label={t("chat.write")}
        placeholder={t("chat.write")}
        value={text}
        onInput={(event) => write(event.currentTarget.value)}
      />
      <input ref={files} type="file" hidden accept={TAKEN} aria-label={t("chat.file")} onChange={choose} />
      <div className="form-actions">
        <button type="button" className="tile" disabled={busy} onClick={() => files.current?.click()}>
          {t("chat.file")}
        </button>
        <button type="submit" className="primary" disabled={busy}>
          {t("chat.send")}
        </button>
      </div>
    </form>
  );
}
