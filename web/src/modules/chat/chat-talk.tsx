import { PaperClipOutlined, SearchOutlined, SendOutlined, StopOutlined } from "@ant-design/icons";
import { type ChangeEvent, type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { CONTENT_MAX, type ChatMessage, fileOf, messagesOf, revoke } from "@/modules/chat/chat-calls";
import { type Pending, type Talk, useTalk } from "@/modules/chat/use-talk";
import { blobOf, downloadFrom } from "@/platform/call/client";
import { type Contact, refreshTopics } from "@/platform/chat/chat-account";
import { ask } from "@/platform/dialog";
import { useSettled } from "@/platform/fields/use-settled";
import { fileSize } from "@/platform/file-size";
import { translate, useText } from "@/platform/i18n";
import { toast } from "@/platform/toast";

/** So close to its top the list reads older messages, and so close to its end it follows new ones. */
const TOP_PX = 60;
const END_PX = 80;
/** Kinds of files the product takes. */
const TAKEN = ".jpg,.jpeg,.bmp,.png,.pdf,.doc,.docx,.xls,.xlsx,.txt,.rar,.zip,.ofd";

/** A conversation with one contact. */
export function ChatTalk({ contact }: { contact: Contact }) {
  const t = useText();
  const talk = useTalk(contact.accid);
  const [keyword, setKeyword] = useState<string | null>(null);
  return (
    <div className="chat-talk">
      <header>
        <b>{contact.nickName}</b>
        <span className="soft">{t(contact.isOnline ? "chat:online" : "chat:offline")}</span>
        <span className="top-space" />
        {contact.guestId && <RevokeButton guestId={contact.guestId} name={contact.nickName} />}
        <button
          type="button"
          className="icon-button"
          aria-label={t("chat:searchMessages")}
          title={t("chat:searchMessages")}
          aria-pressed={keyword !== null}
          onClick={() => setKeyword(keyword === null ? "" : null)}
        >
          <SearchOutlined aria-hidden="true" />
        </button>
      </header>
      {keyword === null ? (
        <>
          <Messages accid={contact.accid} talk={talk} />
          <Writer send={talk.send} />
        </>
      ) : (
        <Found accid={contact.accid} keyword={keyword} change={setKeyword} />
      )}
    </div>
  );
}

/** Ends the link of a guest, after a question. */
function RevokeButton({ guestId, name }: { guestId: string; name: string }) {
  const t = useText();
  const run = async () => {
    if (!(await ask({ text: translate("chat:invite.revokeAsk", { name }), danger: true }))) return;
    try {
      await revoke(guestId);
      toast.done(translate("chat:invite.revoked"));
      await refreshTopics();
    } catch {
      // The call has told what went wrong.
    }
  };
  return (
    <button type="button" className="icon-button" aria-label={t("chat:invite.revoke")} title={t("chat:invite.revoke")} onClick={() => void run()}>
      <StopOutlined aria-hidden="true" />
    </button>
  );
}

/** What was said; scrolling to the top reads what was said before. */
function Messages({ accid, talk }: { accid: string; talk: Talk }) {
  const t = useText();
  const list = useRef<HTMLDivElement>(null);
  const { messages, pending, more, failed, peerReadSeq } = talk;
  const { note, isAtEnd } = useStays(list, messages, pending.length);
  const { seen } = talk;
  useEffect(() => {
    const look = () => void (isAtEnd() && seen());
    look();
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [messages, isAtEnd, seen]);
  const reading = useRef(false);
  const scrolled = async () => {
    const element = list.current;
    note();
    if (isAtEnd()) seen();
    if (!element || element.scrollTop > TOP_PX || !more || reading.current) return;
    reading.current = true;
    await talk.older();
    reading.current = false;
  };
  const lastRead = messages.findLast(({ mine, seq }) => mine && seq <= peerReadSeq)?.seq;
  return (
    <div className="chat-messages" ref={list} role="log" aria-label={t("chat:messages")} tabIndex={0} onScroll={() => void scrolled()}>
      {more && (
        <button type="button" className="chat-older" onClick={() => void talk.older()}>
          {t("chat:older")}
        </button>
      )}
      {failed && <p className="soft">{failed}</p>}
      {messages.map((message) => (
        <Message key={message.seq} accid={accid} message={message} read={message.seq === lastRead} />
      ))}
      {pending.map((one) => (
        <OnItsWay key={one.clientId} one={one} again={talk.again} />
      ))}
    </div>
  );
}

interface Stays {
  /** Notes where its user stands. */
  note(): void;
  isAtEnd(): boolean;
}

/** Follows the end while its user stands there; what is read before keeps what he looks at in its place. */
function useStays(list: { current: HTMLDivElement | null }, messages: ChatMessage[], waiting: number): Stays {
  const place = useRef({ atEnd: true, fromEnd: 0 });
  const note = () => {
    const element = list.current;
    if (!element) return;
    const fromEnd = element.scrollHeight - element.scrollTop;
    place.current = { atEnd: fromEnd - element.clientHeight < END_PX, fromEnd };
  };
  const first = messages[0]?.seq;
  const last = messages.at(-1)?.seq;
  const before = useRef(first);
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const isOlder = before.current !== undefined && first !== undefined && first < before.current;
    before.current = first;
    if (isOlder && !place.current.atEnd) scroll(element, element.scrollHeight - place.current.fromEnd);
    else if (place.current.atEnd) scroll(element, element.scrollHeight);
  }, [list, first, last, waiting]);
  const isAtEnd = useCallback(() => place.current.atEnd, []);
  return { note, isAtEnd };
}

function scroll(element: HTMLElement, top: number): void {
  element.scrollTop = top;
}

function Message({ accid, message, read }: { accid: string; message: ChatMessage; read: boolean }) {
  const t = useText();
  const { mine, content, file, sentAt, seq } = message;
  return (
    <div className={`chat-message${mine ? " is-mine" : ""}`}>
      <div className="chat-bubble">
        {file?.picture && <TalkPicture path={fileOf(accid, seq)} alt={file.name} />}
        {file && !file.picture && (
          <button type="button" className="chat-file" onClick={() => void downloadFrom(fileOf(accid, seq)).catch(() => undefined)}>
            <PaperClipOutlined aria-hidden="true" /> {file.name} <span className="soft">{fileSize(file.size)}</span>
          </button>
        )}
        {content}
      </div>
      <time className="soft">
        {sentAt.slice(0, 16)}
        {read && ` ${t("chat:read")}`}
      </time>
    </div>
  );
}

/** A picture of the conversation, held as long as it is shown: its address is another picture for another user. */
function TalkPicture({ path, alt }: { path: string; alt: string }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const left = new AbortController();
    let made: string | undefined;
    blobOf(path, undefined, left.signal).then(
      (blob) => {
        if (left.signal.aborted) return;
        made = URL.createObjectURL(blob);
        setUrl(made);
      },
      // Its name stands in its place.
      () => undefined,
    );
    return () => {
      left.abort();
      if (made) URL.revokeObjectURL(made);
    };
  }, [path]);
  return <img src={url} alt={alt} className="chat-picture" />;
}

function OnItsWay({ one, again }: { one: Pending; again(one: Pending): void }) {
  const t = useText();
  return (
    <div className="chat-message is-mine">
      <div className={`chat-bubble${one.fault ? " is-failed" : " is-waiting"}`}>{one.file?.name ?? one.content}</div>
      {one.fault ? (
        <p className="chat-fault" role="alert">
          {one.fault}{" "}
          <button type="button" className="text-button" onClick={() => again(one)}>
            {t("chat:again")}
          </button>
        </p>
      ) : (
        <span className="soft">{t("chat:sending")}</span>
      )}
    </div>
  );
}

/** A text, and files; Enter sends, with Shift it begins a line. */
function Writer({ send }: { send: Talk["send"] }) {
  const t = useText();
  const [text, setText] = useState("");
  const files = useRef<HTMLInputElement>(null);
  const submit = () => {
    send(text);
    setText("");
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    for (const file of event.target.files ?? []) send("", file);
    event.target.value = "";
  };
  return (
    <form
      className="chat-writer"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <textarea
        className="chat-input"
        rows={2}
        maxLength={CONTENT_MAX}
        aria-label={t("chat:write")}
        placeholder={t("chat:writeHint")}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={press}
      />
      <input ref={files} type="file" hidden multiple accept={TAKEN} aria-label={t("chat:file")} onChange={choose} />
      <button type="button" className="icon-button" aria-label={t("chat:file")} title={t("chat:file")} onClick={() => files.current?.click()}>
        <PaperClipOutlined aria-hidden="true" />
      </button>
      <button type="submit" className="icon-button" aria-label={t("chat:send")} title={t("chat:send")}>
        <SendOutlined aria-hidden="true" />
      </button>
    </form>
  );
}

interface FoundProps {
  accid: string;
  keyword: string;
  change(keyword: string): void;
}

/** Messages with a text, the newest first. */
function Found({ accid, keyword, change }: FoundProps) {
  const t = useText();
  const settled = useSettled(keyword.trim());
  const [found, setFound] = useState<ChatMessage[] | null>(null);
  useEffect(() => {
    if (settled === "") return setFound(null);
    let wanted = true;
    messagesOf(accid, { keyword: settled }).then(
      ({ records }) => wanted && setFound(records),
      () => wanted && setFound([]),
    );
    return () => {
      wanted = false;
    };
  }, [accid, settled]);
  return (
    <div className="chat-messages">
      <input
        className="chat-input"
        type="search"
        aria-label={t("chat:searchMessages")}
        value={keyword}
        maxLength={100}
        onChange={(event) => change(event.target.value)}
      />
      {found?.length === 0 && <p className="soft">{t("chat:notFound")}</p>}
      {found?.map((message) => (
        <Message key={message.seq} accid={accid} message={message} read={false} />
      ))}
    </div>
  );
}
