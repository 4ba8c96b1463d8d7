// How the public pages speak to the server: one envelope, ten seconds, no log-in.

import type { Key, Language } from "./i18n";
import { query } from "./share-link";

const TIMEOUT_MS = 10_000;
/** A file on a slow line takes longer than an answer. */
const UPLOAD_TIMEOUT_MS = 120_000;

/** A rule the sent values break, and where: "contacts.0.mobile". */
export interface Finding {
  field: string;
  message: string;
}

/** The frame of every answer. */
export interface Envelope<T> {
  code: number;
  messageInfo?: string | null;
  data?: T | null;
}

/** The frame of the calls of the chat. */
interface SupplierFrame<T> {
  code: number | string;
  message: string;
  data?: T | null;
}

const SUPPLIER_DONE = 200;

/** Either frame as the pages read it. */
function plain<T>(frame: Envelope<T> | SupplierFrame<T> | null): Envelope<T> | null {
  if (!frame || typeof frame !== "object" || !("message" in frame)) return frame;
  const code = Number(frame.code);
  return { code: code === SUPPLIER_DONE ? 0 : code, messageInfo: frame.message, data: frame.data ?? null };
}

/** Why a call did not succeed: the server's own words, or a text of the catalogue. */
export class Refusal extends Error {
  declare readonly key: Key | undefined;
  /** Asking again cannot help: the server has refused the link itself. */
  declare readonly isFinal: boolean;
  declare readonly findings: Finding[];

  constructor(reason: { message: string; findings?: Finding[] | undefined; isFinal?: boolean } | { key: Key; isFinal?: boolean }) {
    super("message" in reason ? reason.message : reason.key);
    this.key = "key" in reason ? reason.key : undefined;
    this.isFinal = reason.isFinal ?? "message" in reason;
    this.findings = ("findings" in reason ? reason.findings : undefined) ?? [];
  }
}

/** Who asks: the language of the answer's words, until when it matters, and what a refused link is called. */
export interface Asking {
  language: Language;
  signal?: AbortSignal;
  gone?: Key;
}

/** Reads something. */
export function get<T>(asking: Asking, path: string, members: Record<string, string> = {}): Promise<T | null> {
  const search = query(members);
  return sent<T>(asking, search ? `${path}?${search}` : path, { method: "GET" });
}

/** Does something with a body of values. */
export function post<T>(asking: Asking, path: string, body: unknown): Promise<T | null> {
  return sent<T>(asking, path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
}

/** Brings a file. */
export function upload<T>(asking: Asking, path: string, members: Record<string, string>, file: File): Promise<T | null> {
  const body = new FormData();
  body.append("file", file);
  return sent<T>(asking, `${path}?${query(members)}`, { method: "POST", body }, UPLOAD_TIMEOUT_MS);
}

/** Takes something away. */
export function remove(asking: Asking, path: string, members: Record<string, string>): Promise<null> {
  return sent<null>(asking, `${path}?${query(members)}`, { method: "DELETE" });
}

async function sent<T>(asking: Asking, address: string, request: RequestInit, timeout = TIMEOUT_MS): Promise<T | null> {
  const stop = new AbortController();
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    stop.abort();
  }, timeout);
  const leave = (): void => stop.abort();
  asking.signal?.addEventListener("abort", leave);
  try {
    const answer = await fetch(address, {
      ...request,
      headers: { ...request.headers, "Accept-Language": asking.language },
      signal: stop.signal,
    });
    return await read<T>(answer, asking.gone);
  } catch (cause) {
    if (cause instanceof Refusal) throw cause;
    throw new Refusal({ key: late ? "failed.timeout" : "failed.offline" });
  } finally {
    clearTimeout(timer);
    asking.signal?.removeEventListener("abort", leave);
  }
}

/** What a status says by itself. Other statuses carry the envelope, whose words are shown. */
const STATUS_TEXT: Partial<Record<number, Key>> = {
  501: "failed.later",
  503: "failed.offline",
  504: "failed.admin",
};

async function read<T>(answer: Response, gone: Key = "failed.gone"): Promise<T | null> {
  if (answer.status === 401 || answer.status === 404) throw new Refusal({ key: gone, isFinal: true });
  // The server's own 503 says when to come again, and why.
  const ours = answer.status === 503 && answer.headers.has("Retry-After");
  const key = STATUS_TEXT[answer.status];
  if (key && !ours) throw new Refusal({ key });
  const body = await answer.text();
  let envelope: Envelope<T> | null;
  try {
    envelope = plain(JSON.parse(body) as Envelope<T> | SupplierFrame<T> | null);
  } catch {
    throw new Refusal({ key: key ?? "failed.fetch" });
  }
  if (!answer.ok && envelope?.code === 0) throw new Refusal({ key: "failed.fetch" });
  // Who calls too often, or while the server can't, may come again.
  return opened(envelope, answer.status !== 429 && answer.status < 500);
}

/** What is inside the envelope, or the refusal it tells of. */
export function opened<T>(envelope: Envelope<T> | null, isFinal = true): T | null {
  if (envelope?.code === 0) return envelope.data ?? null;
  if (!envelope?.messageInfo) throw new Refusal({ key: "failed.fetch" });
  const { findings } = (envelope.data ?? {}) as { findings?: Finding[] };
  throw new Refusal({ message: envelope.messageInfo, findings, isFinal });
}

/** An answer that cannot do without data. */
export function there<T>(data: T | null): T {
  if (data === null) throw new Refusal({ key: "failed.fetch" });
  return data;
}
