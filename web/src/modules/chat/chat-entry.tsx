import { MessageOutlined } from "@ant-design/icons";
import { Suspense, lazy, useEffect, useRef } from "react";
import { sound, wishes } from "@/modules/chat/chat-wishes";
import { refreshTopics, refreshUnread, setUpChat, useChat } from "@/platform/chat/chat-account";
import { shownCount } from "@/platform/counts";
import { translate, useText } from "@/platform/i18n";
import { useHeard, usePush } from "@/platform/push/push";
import "@/modules/chat/chat.css";

const ChatPanel = lazy(async () => ({ default: (await import("@/modules/chat/chat-panel")).ChatPanel }));

/** Without the line for news the chat looks so often. */
const POLL_MS = 10_000;
/** A sign that the user is there; it also finds what the line lost. */
const SIGN_MS = 60_000;

/** The chat in the top bar: how much is not read, and the panel. It is there when the user turns out to have the chat. */
export function ChatEntry({ userId }: { userId: string }) {
  const t = useText();
  const { user, unread, open } = useChat();
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => void setUpChat(userId), [userId]);
  useNews(user !== null, userId);
  useOutsideClick(frame, open);
  if (!user) return null;
  const toggle = () => useChat.setState({ open: !open });
  return (
    <div className="chat-place" ref={frame}>
      <button
        type="button"
        className="icon-button chat-entry"
        aria-label={unread > 0 ? t("chat:entryUnread", { n: shownCount(unread) }) : t("chat:entry")}
        title={t("chat:entry")}
        aria-expanded={open}
        onClick={toggle}
      >
        <MessageOutlined aria-hidden="true" />
        {unread > 0 && (
          <span className="chat-badge tabular" aria-hidden="true">
            {shownCount(unread)}
          </span>
        )}
      </button>
      {open && (
        <Suspense fallback={null}>
          <ChatPanel userId={userId} close={() => useChat.setState({ open: false })} />
        </Suspense>
      )}
    </div>
  );
}

/** Reads what is new, and tells the user of it as he wished. */
function useNews(there: boolean, userId: string): void {
  const live = usePush((state) => state.live);
  const read = async () => {
    if (!useChat.getState().user) return;
    const before = useChat.getState().unread;
    await refreshUnread();
    const { unread, open } = useChat.getState();
    if (open) void refreshTopics();
    if (unread > before) tell(userId, unread);
  };
  useHeard("chat", () => void read());
  const last = useRef(read);
  last.current = read;
  useEffect(() => {
    if (!there) return;
    const timer = setInterval(() => void last.current(), live ? SIGN_MS : POLL_MS);
    return () => clearInterval(timer);
  }, [there, live]);
}

/** A sound, and a notification of the desktop while the user looks elsewhere; what was written stands in neither. */
function tell(userId: string, unread: number): void {
  const wished = wishes(userId);
  if (wished.sound) sound();
  if (!wished.desktop || !document.hidden || typeof Notification === "undefined" || Notification.permission !== "granted") return;
  const shown = new Notification(translate("chat:told.title"), { body: translate("chat:told.body", { n: shownCount(unread) }), tag: "chat" });
  shown.addEventListener("click", () => {
    window.focus();
    useChat.setState({ open: true });
  });
}

/** A click outside closes the panel; a question about it is part of it. */
function useOutsideClick(frame: { current: HTMLElement | null }, open: boolean): void {
  useEffect(() => {
    if (!open) return;
    const look = ({ target }: MouseEvent) => {
      if (!(target instanceof Element) || frame.current?.contains(target)) return;
      if (target.closest(".ant-modal-root, .toasts")) return;
      useChat.setState({ open: false });
    };
    // Before the click changes the page: what it takes away is not outside.
    document.addEventListener("click", look, true);
    return () => document.removeEventListener("click", look, true);
  }, [frame, open]);
}
