/** The calls of conversations. */
import { get, post, put, upload } from "@/platform/call/client";
import { randomId } from "@/platform/random-id";

export interface ChatFile {
  name: string;
  size: number;
  picture: boolean;
}

export interface ChatMessage {
  seq: number;
  from: string;
  mine: boolean;
  content: string;
  sentAt: string;
  file: ChatFile | null;
}

export interface MessagePage {
  /** The newest first. */
  records: ChatMessage[];
  total: number;
  /** How far the other side has read. */
  peerReadSeq: number;
  /** What one begins with, where nothing was ever said. */
  greeting?: string;
}

/** Longest text. */
export const CONTENT_MAX = 2_000;
export const PAGE_SIZE = 20;
/** A first greeting that failed is sent once more after so long. */
export const GREET_AGAIN_MS = 5_000;

const TALK = "/api-uc/yxim";
const session = (accid: string): string => `${TALK}/session/${encodeURIComponent(accid)}`;

/** A page of a conversation: the newest, those before a place, those with a text. */
export function messagesOf(accid: string, more: { before?: number; keyword?: string; current?: number } = {}): Promise<MessagePage> {
  return get<MessagePage>(`${session(accid)}/message`, { current: 1, size: PAGE_SIZE, ...more }, { quiet: true });
}

/** A name by which the server knows a message that is sent again. */
export const newName = (): string => randomId();

export function sendText(to: string, content: string, clientId: string): Promise<ChatMessage | null> {
  return post<ChatMessage | null>(`${TALK}/message`, { to, content, clientId }, { quiet: true });
}

export function sendFile(to: string, file: File, clientId: string): Promise<ChatMessage | null> {
  const form = new FormData();
  form.append("file", file);
  return upload<ChatMessage | null>(`${TALK}/file`, form, { params: { to, clientId }, quiet: true });
}

export function markRead(accid: string, seq: number): Promise<{ unread: number }> {
  return post<{ unread: number }>(`${session(accid)}/read`, { seq }, { quiet: true });
}

/** Address of the file of a message. */
export const fileOf = (accid: string, seq: number): string => `${session(accid)}/file/${seq}`;

/**
 * The first greeting to a new contact; one that fails is sent exactly once more, while nobody has begun to talk meanwhile.
 * The server keeps it as the first word alone.
 */
export async function greet(accid: string, greeting: string, mayAgain: () => boolean): Promise<ChatMessage | null> {
  const body = { to: accid, content: greeting, clientId: `greeting-${accid}`, greeting: true };
  const send = () => post<ChatMessage | null>(`${TALK}/message`, body, { quiet: true });
  try {
    return await send();
  } catch {
    await new Promise((resolve) => setTimeout(resolve, GREET_AGAIN_MS));
    return mayAgain() ? send() : null;
  }
}

export interface Invitation {
  name: string;
  email: string;
  language: "zh-CN" | "en-US";
}

export function invite(invitation: Invitation): Promise<{ guestId: string; accid: string }> {
  return post(`${TALK}/guest`, invitation, { quiet: true });
}

export function revoke(guestId: string): Promise<null> {
  return put(`${TALK}/guest/${encodeURIComponent(guestId)}/revoke`, {});
}
