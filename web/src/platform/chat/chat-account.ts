/**
 * The chat of the session: its account, what is not read, and the contacts. What a visit without the chat needs of it is
 * no more than this.
 */
import { create } from "zustand";
import { CallError, bare } from "@/platform/call/client";
import { translate } from "@/platform/i18n";
import { onOtherUser, session, useSession } from "@/platform/session";
import { toast } from "@/platform/toast";

/** Account and signature of who may chat. */
export interface ImUser {
  hasPrem: boolean;
  xyNumber: string;
  xySign: string;
}

/** Somebody to talk to. */
export interface Contact {
  accid: string;
  nickName: string;
  icon: string | null;
  isOnline: boolean;
  company: string;
  kind: "PARTNER" | "SUPPLIER" | "GUEST";
  unread: number;
  lastTime: string | null;
  /** Of a guest, the invitation. */
  guestId: string | null;
}

interface ChatState {
  /** Set up for who may chat, and for nobody else. */
  user: ImUser | null;
  unread: number;
  topics: Contact[];
  /** The conversation that is shown. */
  topicId: string | null;
  open: boolean;
  /** Contacts who were greeted, or were tried to be: nobody is twice. */
  greeted: string[];
}

const NOTHING: ChatState = { user: null, unread: 0, topics: [], topicId: null, open: false, greeted: [] };

export const useChat = create<ChatState>(() => NOTHING);

const PERMISSION = "/api-uc/saas/customer/service/perm/";
const CONTACTS = "/api-yc/api/supplier/yctop/api/query/supplier/service/";
const UNREAD = "/api-uc/yxim/query/unread/message/count";
const LOGOUT = "/api-uc/yxim/logout";
/** Nobody who leaves waits longer for it. */
const LEAVE_MS = 2_000;

interface ImAnswer<T> {
  code?: number | string;
  data?: T;
  message?: string;
}

type Fallback = "platform:chat.userFailed" | "platform:chat.unreadFailed" | "platform:chat.contactsFailed";

/** What was told, and did not go well since. */
const failing = new Set<Fallback>();
/** One chat of one user: answers that belong to an earlier one are dropped. */
let round = {};

/** Forgets everything of the chat; what is still asked comes too late. */
function reset(): void {
  round = {};
  failing.clear();
  useChat.setState(NOTHING);
}

onOtherUser(reset);

/**
 * The data of an answer; else its message, or the usual one, under the title 错误. What is asked again and again tells it
 * once. Who has the chat no more is not told: it goes.
 */
async function told<T>(call: () => Promise<ImAnswer<T>>, fallback: Fallback): Promise<T | undefined> {
  const own = round;
  try {
    const answer = await call();
    if (own !== round) return undefined;
    if (String(answer.code) === "200") {
      failing.delete(fallback);
      return answer.data;
    }
    complain(fallback, answer.message);
  } catch (error) {
    if (own !== round) return undefined;
    const { status, said } = error instanceof CallError ? error : { status: 0, said: "" };
    if (status === 404) reset();
    // A session that is over says so itself.
    else if (status !== 401) complain(fallback, said);
  }
  return undefined;
}

function complain(fallback: Fallback, message: string | undefined): void {
  if (failing.has(fallback)) return;
  if (fallback !== "platform:chat.userFailed") failing.add(fallback);
  toast.titled(translate("platform:chat.error"), message || translate(fallback));
}

/** Asks for the account of a user, and sets the chat up when he may chat and has all of it. */
export async function setUpChat(userId: string): Promise<void> {
  reset();
  const path = PERMISSION + encodeURIComponent(userId);
  const data = await told(() => bare<ImAnswer<ImUser & { unreadMessageCount: number }>>("GET", path), "platform:chat.userFailed");
  if (!data?.hasPrem) return;
  const { xyNumber, xySign, unreadMessageCount } = data;
  if (!xyNumber || !xySign) return toast.error(translate("platform:chat.noUser"));
  useChat.setState({ user: { hasPrem: true, xyNumber, xySign }, unread: unreadMessageCount ?? 0 });
}

/** How much is not read; also the sign that the user is there. */
export async function refreshUnread(): Promise<void> {
  const { user } = useChat.getState();
  if (!user) return;
  const params = { xyNumber: user.xyNumber };
  const unread = await told(() => bare<ImAnswer<number>>("POST", UNREAD, { params }), "platform:chat.unreadFailed");
  if (unread !== undefined) useChat.setState({ unread });
}

/** Reads the contacts. */
export async function refreshTopics(): Promise<void> {
  const userId = useSession.getState().user?.userId;
  if (!userId || !useChat.getState().user) return;
  const token = useSession.getState().yctopToken ?? session.token();
  const options = token ? { headers: { Authorization: `Bearer ${token}` } } : {};
  const path = CONTACTS + encodeURIComponent(userId);
  const topics = await told(() => bare<ImAnswer<Contact[]>>("GET", path, options), "platform:chat.contactsFailed");
  if (topics) useChat.setState({ topics });
}

/** Ends the chat before the session ends; whatever goes wrong stands in nobody's way. */
export async function leaveChat(): Promise<void> {
  const { user } = useChat.getState();
  reset();
  if (!user) return;
  try {
    const params = { xyNumber: user.xyNumber };
    await bare("POST", LOGOUT, { params, signal: AbortSignal.timeout(LEAVE_MS) });
  } catch {
    // The account is gone from the list a few minutes later by itself.
  }
}
