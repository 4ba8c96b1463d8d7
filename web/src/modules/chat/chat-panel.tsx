import { ArrowLeftOutlined, BellOutlined, CloseOutlined, SoundOutlined, UserAddOutlined } from "@ant-design/icons";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { ChatInvite } from "@/modules/chat/chat-invite";
import { ChatTalk } from "@/modules/chat/chat-talk";
import { type Wishes, keepWishes, sound, wishes } from "@/modules/chat/chat-wishes";
import { type Contact, refreshTopics, useChat } from "@/platform/chat/chat-account";
import { shownCount } from "@/platform/counts";
import { useText } from "@/platform/i18n";
import { KeptPicture } from "@/platform/rich/kept-picture";
import { toast } from "@/platform/toast";
import { useNarrow } from "@/platform/use-narrow";

interface ChatPanelProps {
  userId: string;
  close(): void;
}

/** The contacts and the conversation with one of them; a phone shows one of both. */
export function ChatPanel({ userId, close }: ChatPanelProps) {
  const t = useText();
  const narrow = useNarrow();
  const { topics, topicId } = useChat();
  const [inviting, setInviting] = useState(false);
  useEffect(() => void refreshTopics(), []);
  const frame = useFocus(`${topicId} ${inviting} ${narrow}`);
  const shown = topics.find(({ accid }) => accid === topicId);
  const choose = (accid: string | null) => {
    setInviting(false);
    useChat.setState({ topicId: accid });
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
    event.stopPropagation();
    close();
  };
  return (
    <section className={`chat-panel${narrow ? " is-narrow" : ""}`} role="dialog" aria-label={t("chat:title")} ref={frame} tabIndex={-1} onKeyDown={press}>
      <header className="chat-head">
        {narrow && (shown || inviting) && (
          <IconButton text={t("chat:back")} press={() => choose(null)}>
            <ArrowLeftOutlined aria-hidden="true" />
          </IconButton>
        )}
        <h2>{t("chat:title")}</h2>
        <WishButtons userId={userId} />
        <IconButton text={t("chat:invite.title")} press={() => setInviting(true)}>
          <UserAddOutlined aria-hidden="true" />
        </IconButton>
        <IconButton text={t("platform:action.close")} press={close}>
          <CloseOutlined aria-hidden="true" />
        </IconButton>
      </header>
      {(!narrow || !(shown || inviting)) && <Contacts topics={topics} topicId={topicId} choose={choose} />}
      {inviting && <ChatInvite done={choose} />}
      {!inviting && shown && <ChatTalk key={shown.accid} contact={shown} />}
      {!inviting && !shown && !narrow && <p className="chat-nobody soft">{t("chat:choose")}</p>}
    </section>
  );
}

/**
 * The panel has the focus from its opening, so that its keys are heard, and keeps it when what had it is taken away; it goes
 * back to where it was, unless its user has taken it elsewhere.
 */
function useFocus(shown: string): { current: HTMLElement | null } {
  const frame = useRef<HTMLElement>(null);
  const [before] = useState(() => document.activeElement);
  useEffect(() => {
    frame.current?.focus({ preventScroll: true });
    return () => {
      const isLost = document.activeElement === document.body;
      if (isLost && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, [before]);
  useEffect(() => {
    if (document.activeElement === document.body) frame.current?.focus({ preventScroll: true });
  }, [shown]);
  return frame;
}

function IconButton({ text, press, children, on }: { text: string; press(): void; children: React.ReactNode; on?: boolean }) {
  return (
    <button type="button" className="icon-button" aria-label={text} title={text} onClick={press} {...(on === undefined ? {} : { "aria-pressed": on })}>
      {children}
    </button>
  );
}

/** Sound and notification of the desktop, which the browser is asked for when they are wished. */
function WishButtons({ userId }: { userId: string }) {
  const t = useText();
  const [wished, setWished] = useState(() => wishes(userId));
  const change = (next: Wishes) => {
    keepWishes(userId, next);
    setWished(next);
  };
  const toggleSound = () => {
    change({ ...wished, sound: !wished.sound });
    if (!wished.sound) sound();
  };
  const toggleDesktop = async () => {
    if (wished.desktop) return change({ ...wished, desktop: false });
    const allowed = typeof Notification !== "undefined" && (await Notification.requestPermission()) === "granted";
    if (!allowed) return toast.warn(t("chat:wish.refused"));
    change({ ...wished, desktop: true });
  };
  return (
    <>
      <IconButton text={t("chat:wish.sound")} press={toggleSound} on={wished.sound}>
        <SoundOutlined aria-hidden="true" />
      </IconButton>
      <IconButton text={t("chat:wish.desktop")} press={() => void toggleDesktop()} on={wished.desktop}>
        <BellOutlined aria-hidden="true" />
      </IconButton>
    </>
  );
}

interface ContactsProps {
  topics: Contact[];
  topicId: string | null;
  choose(accid: string): void;
}

function Contacts({ topics, topicId, choose }: ContactsProps) {
  const t = useText();
  const [text, setText] = useState("");
  const wanted = text.trim().toLowerCase();
  const found = topics.filter(({ nickName, company }) => `${nickName} ${company}`.toLowerCase().includes(wanted));
  return (
    <div className="chat-contacts">
      <input
        className="chat-input"
        type="search"
        aria-label={t("chat:search")}
        placeholder={t("chat:search")}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <ul aria-label={t("chat:contacts")}>
        {found.map((contact) => (
          <li key={contact.accid}>
            <button type="button" className="chat-contact" aria-current={contact.accid === topicId} onClick={() => choose(contact.accid)}>
              <Face contact={contact} />
              <span className="chat-who">
                <b>{contact.nickName}</b>
                <span className="soft">{contact.kind === "GUEST" ? t("chat:guest") : contact.company}</span>
              </span>
              <Badge unread={contact.unread} />
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="soft">{t(topics.length === 0 ? "chat:noContacts" : "chat:notFound")}</p>}
    </div>
  );
}

function Badge({ unread }: { unread: number }) {
  const t = useText();
  if (unread === 0) return null;
  return (
    <span className="chat-badge tabular" role="img" aria-label={t("chat:unread", { n: shownCount(unread) })}>
      {shownCount(unread)}
    </span>
  );
}

function Face({ contact: { icon, nickName, isOnline } }: { contact: Contact }) {
  const t = useText();
  return (
    <span className={`chat-face${isOnline ? " is-online" : ""}`} title={t(isOnline ? "chat:online" : "chat:offline")}>
      {icon ? <KeptPicture path={icon} alt="" /> : <span aria-hidden="true">{nickName.slice(0, 1)}</span>}
      <i role="img" aria-label={t(isOnline ? "chat:online" : "chat:offline")} />
    </span>
  );
}
