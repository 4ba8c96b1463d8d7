/** The life of a conversation: its messages, what is on its way, how far each side has read. */
import { useCallback, useEffect, useRef, useState } from "react";
import { type ChatMessage, greet, markRead, messagesOf, newName, sendFile, sendText } from "@/modules/chat/chat-calls";
import { CallError } from "@/platform/call/client";
import { refreshTopics, useChat } from "@/platform/chat/chat-account";
import { translate } from "@/platform/i18n";
import { useHeard, usePush } from "@/platform/push/push";

/** Without the line for news an open conversation looks so often. */
const POLL_MS = 10_000;

/** What was not answered yet, or refused. */
export interface Pending {
  clientId: string;
  content: string;
  file?: File;
  fault?: string;
}

export interface Talk {
  messages: ChatMessage[];
  pending: Pending[];
  /** There are older ones. */
  more: boolean;
  peerReadSeq: number;
  failed: string;
  older(): Promise<void>;
  send(content: string, file?: File): void;
  again(one: Pending): void;
  /** The end of the list stands before the user's eyes. */
  seen(): void;
}

/** Each message once, in its order. */
export function merged(known: ChatMessage[], came: ChatMessage[]): ChatMessage[] {
  const all = new Map([...known, ...came].map((message) => [message.seq, message]));
  return [...all.values()].toSorted((one, other) => one.seq - other.seq);
}

/** What is known with the newest page. More came than it holds: what lies below the gap is dropped, to be scrolled back to. */
export function joined(known: ChatMessage[], page: ChatMessage[]): { all: ChatMessage[]; gap: boolean } {
  const lowest = Math.min(...page.map(({ seq }) => seq));
  const below = known.findLast(({ seq }) => seq < lowest);
  const gap = page.length > 0 && below !== undefined && below.seq + 1 < lowest;
  return { all: merged(gap ? known.filter(({ seq }) => seq >= lowest) : known, page), gap };
}

const words = (error: unknown): string => (error instanceof CallError && error.message) || translate("chat:failed");

export function useTalk(accid: string): Talk {
  const [messages, setMessages] = useState<ChatMessage[]>([]);
  const [pending, setPending] = useState<Pending[]>([]);
  const [more, setMore] = useState(false);
  const [peerReadSeq, setPeerRead] = useState(0);
  const [failed, setFailed] = useState("");
  const known = useRef<ChatMessage[]>([]);
  const order = useRef({ asked: 0, shown: 0 });
  const marked = useRef(0);
  const sending = useRef(Promise.resolve());
  const take = useCallback((all: ChatMessage[]) => {
    known.current = all;
    setMessages(all);
  }, []);

  const newest = useCallback(async () => {
    const asked = (order.current.asked += 1);
    try {
      const page = await messagesOf(accid);
      // An answer that was overtaken knows less.
      if (asked < order.current.shown) return;
      order.current.shown = asked;
      setFailed("");
      setPeerRead(page.peerReadSeq);
      const { all, gap } = joined(known.current, page.records);
      if (gap || known.current.length === 0) setMore(page.total > page.records.length);
      take(all);
      if (page.greeting) await greetOnce(accid, page.greeting, known, (first) => take(merged(known.current, [first])));
    } catch (error) {
      if (known.current.length === 0) setFailed(words(error));
    }
  }, [accid, take]);

  const live = usePush((state) => state.live);
  useHeard("chat", () => void newest());
  useEffect(() => void newest(), [newest]);
  useEffect(() => {
    if (live) return;
    const timer = setInterval(() => void newest(), POLL_MS);
    return () => clearInterval(timer);
  }, [live, newest]);

  const older = async () => {
    const before = known.current[0]?.seq;
    if (before === undefined) return;
    const page = await messagesOf(accid, { before }).catch(() => null);
    // What was known is dropped by now: these do not lie before it.
    if (!page || known.current[0]?.seq !== before) return;
    setMore(page.total > page.records.length);
    take(merged(known.current, page.records));
  };

  const kept = (sent: ChatMessage) => {
    const last = known.current.at(-1)?.seq ?? 0;
    take(merged(known.current, [sent]));
    // Others wrote meanwhile.
    if (sent.seq > last + 1) void newest();
  };
  const deliver = async (one: Pending) => {
    try {
      const sent = one.file ? await sendFile(accid, one.file, one.clientId) : await sendText(accid, one.content, one.clientId);
      if (sent) kept(sent);
      setPending((all) => all.filter(({ clientId }) => clientId !== one.clientId));
    } catch (error) {
      const findings = error instanceof CallError ? error.findings.map(({ message }) => message) : [];
      const fault = findings.join(" ") || words(error);
      setPending((all) => all.map((each) => (each.clientId === one.clientId ? { ...each, fault } : each)));
    }
  };
  /** One behind the other: two at the same time would stand in the order in which the server got to them. */
  const enqueue = (one: Pending) => {
    sending.current = sending.current.then(() => deliver(one));
  };
  const send = (content: string, file?: File) => {
    const one: Pending = { clientId: newName(), content: content.trim(), ...(file ? { file } : {}) };
    if (!file && one.content === "") return;
    setPending((all) => [...all, one]);
    enqueue(one);
  };
  const again = ({ clientId, content, file }: Pending) => {
    const one: Pending = { clientId, content, ...(file ? { file } : {}) };
    setPending((all) => all.map((each) => (each.clientId === one.clientId ? one : each)));
    enqueue(one);
  };
  const seen = useCallback(() => void readTo(accid, known.current, marked), [accid]);
  return { messages, pending, more, peerReadSeq, failed, older, send, again, seen };
}

/** Greets a new contact: once in a session, however often the conversation is opened, and nobody who was talked to. */
async function greetOnce(
  accid: string,
  greeting: string,
  known: { current: ChatMessage[] },
  sent: (first: ChatMessage) => void,
): Promise<void> {
  const { user, greeted } = useChat.getState();
  if (!user || known.current.length > 0 || greeted.includes(accid)) return;
  useChat.setState({ greeted: [...greeted, accid] });
  const mayAgain = () => known.current.length === 0 && useChat.getState().user === user;
  const first = await greet(accid, greeting, mayAgain).catch(() => null);
  if (first) sent(first);
  void refreshTopics();
}

/** Marks what is shown as read, while somebody looks; each message once. */
async function readTo(accid: string, messages: ChatMessage[], marked: { current: number }): Promise<void> {
  const last = messages.findLast(({ mine }) => !mine);
  if (!last || document.hidden || last.seq <= marked.current) return;
  const { user } = useChat.getState();
  const before = marked.current;
  marked.current = last.seq;
  try {
    const { unread } = await markRead(accid, last.seq);
    if (useChat.getState().user !== user) return;
    useChat.setState(({ topics }) => ({
      unread,
      topics: topics.map((each) => (each.accid === accid ? { ...each, unread: 0 } : each)),
    }));
  } catch {
    // The next look marks it.
    if (marked.current === last.seq) marked.current = before;
  }
}
