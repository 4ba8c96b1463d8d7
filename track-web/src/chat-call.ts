// The calls of the page on which an invited partner talks to who invited it. The code of the mailed link opens it.

import type { Sender } from "./record";
import { get, post, there, upload, type Asking } from "./wire";

const BASE = "/api-uc/yxim/guest";
export const PAGE_SIZE = 20;

/** Who talks to whom. */
export interface Visit extends Sender {
  name: string;
  until: string;
  host: { nickName: string; isOnline: boolean };
  /** The host still answers. */
  answers: boolean;
}

export interface Message {
  seq: number;
  mine: boolean;
  content: string;
  sentAt: string;
  file: { name: string; size: number; picture: boolean } | null;
}

export interface MessagePage {
  /** The newest first. */
  records: Message[];
  total: number;
}

/** The conversation of a code. */
export function visit(asking: Asking, code: string): Promise<Visit> {
  return get<Visit>(gone(asking), `${BASE}/page`, { code }).then(there);
}

/** The newest messages, or those before one. */
export function messages(asking: Asking, code: string, before?: number): Promise<MessagePage> {
  const members: Record<string, string> = { code, current: "1", size: String(PAGE_SIZE) };
  if (before !== undefined) members["before"] = String(before);
  return get<MessagePage>(gone(asking), `${BASE}/message`, members).then(there);
}

/** Sends a text; the same name again is answered as the first time. */
export function say(asking: Asking, code: string, content: string, clientId: string): Promise<Message | null> {
  return post<Message>(gone(asking), `${BASE}/message`, { code, content, clientId });
}

/** Sends a picture or a file. */
export function bring(asking: Asking, code: string, file: File, clientId: string): Promise<Message | null> {
  return upload<Message>(gone(asking), `${BASE}/file`, { code, clientId }, file);
}

/** Tells how far was read. */
export function read(asking: Asking, code: string, seq: number): Promise<null> {
  return post<null>(gone(asking), `${BASE}/read`, { code, seq });
}

/** Address of the file of a message. */
export function fileOf(code: string, seq: number): string {
  return `${BASE}/file/${seq}?${new URLSearchParams({ code }).toString()}`;
}

function gone(asking: Asking): Asking {
  return { ...asking, gone: "chat.gone" };
}
