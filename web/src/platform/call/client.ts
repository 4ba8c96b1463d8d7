/**
 * The call client: bearer token, language, envelope, time limits and the text of every failure.
 *
 *   const data = await get<Order>("/afbase/order/view/1");          // the envelope's data, or CallError
 *   await post("/afbase/order/note", { text });                     // failures have shown their toast
 *   await post(path, body, { quiet: true });                        // the caller shows the failure
 */
import { boot } from "@/platform/boot";
import { type Attempt, begin, KEY_HEADER } from "@/platform/call/attempt";
import type { Finding } from "@/platform/contract";
import { language, translate } from "@/platform/i18n";
import { currentPath, goTo, loginPath } from "@/platform/navigate";
import { session, useSession } from "@/platform/session";
import { SHORT_MS, toast } from "@/platform/toast";

export interface Envelope<T> {
  code: number;
  messageInfo: string;
  data: T;
}

/** The client shared by all pages: what they read. */
export const SHARED_TIMEOUT_MS = 10_000;
/**
 * The default: everything that writes or builds a file. A save that takes its time is not said to have failed: its user
 * would send it again, and nobody could tell him what became of the first.
 */
export const LONG_TIMEOUT_MS = 150_000;
const TIMEOUT_TOAST_EVERY_MS = 5_000;
/** Page where large exports lie. */
export const DOWNLOAD_CENTRE = "/hrs_task";
/** Header of a file that comes with a sentence for who asked for it. */
const NOTE = "x-note";
/** Of the sentence for who has no role left, in either language. */
const NO_ROLE = /没有角色权限|has no role/;

export type Params = Record<string, string | number | boolean | null | undefined>;

export interface CallOptions {
  params?: Params;
  signal?: AbortSignal;
  /** Gives a read the 150 s that everything else has. */
  long?: boolean;
  /** Shows no toast: the caller shows the failure itself. */
  quiet?: boolean;
  headers?: Record<string, string>;
}

export type FailureKind = "refused" | "http" | "timeout" | "offline" | "aborted";

/** A failed call, with the sentence for the user. */
export class CallError extends Error {
  constructor(
    readonly kind: FailureKind,
    message: string,
    readonly status: number,
    readonly code: number,
    readonly data: unknown,
    /** What the server itself said; empty when it said nothing. */
    readonly said = "",
  ) {
    super(message);
    this.name = "CallError";
  }

  get findings(): Finding[] {
    const data = this.data as { findings?: Finding[] } | null;
    return Array.isArray(data?.findings) ? data.findings : [];
  }
}

export function get<T>(path: string, params?: Params, options?: CallOptions): Promise<T> {
  return send<T>("GET", path, undefined, { ...options, params: { ...options?.params, ...params } });
}

export function post<T>(path: string, body?: unknown, options?: CallOptions): Promise<T> {
  return send<T>("POST", path, json(body), options);
}

export function put<T>(path: string, body?: unknown, options?: CallOptions): Promise<T> {
  return send<T>("PUT", path, json(body), options);
}

export function remove<T>(path: string, params?: Params, options?: CallOptions): Promise<T> {
  return send<T>("DELETE", path, undefined, { ...options, params });
}

/** A JSON call whose method stands in a declaration. */
export function sendJson<T>(method: string, path: string, body?: unknown, options?: CallOptions): Promise<T> {
  return send<T>(method.toUpperCase(), path, json(body), options);
}

/** Form-encoded POST. */
export function postForm<T>(path: string, fields: Record<string, string>, options?: CallOptions): Promise<T> {
  const type = { "Content-Type": "application/x-www-form-urlencoded" };
  return send<T>("POST", path, { content: new URLSearchParams(fields).toString(), type }, options);
}

/** Multipart POST of files and fields, with the long time limit. */
export async function upload<T>(path: string, form: FormData, options?: CallOptions): Promise<T> {
  const { address, headers } = await uploadPlace(path, options);
  const long = { ...options, headers: { ...options?.headers, ...headers }, long: true };
  return send<T>("POST", address, { content: form, type: {} }, long);
}

/**
 * Where a file goes: to the address of the page, or to that of the platform's settings for pages opened so. The other
 * address is shown a ticket for this path; the token of the session goes nowhere but to its own.
 */
async function uploadPlace(path: string, options: CallOptions = {}): Promise<{ address: string; headers: Record<string, string> }> {
  const host = location.protocol === "https:" ? boot().uploadHttps : boot().uploadHttp;
  if (!host) return { address: path, headers: {} };
  const { ticket } = await post<{ ticket: string }>("/platform/uploadTicket", { path: path.split("?")[0] }, options.quiet ? { quiet: true } : {});
  return { address: host + path, headers: { Authorization: `Ticket ${ticket}` } };
}

/** Multipart POST of a large file: takes its time, and tells how many of a hundred parts are sent. */
export async function uploadLarge<T>(path: string, form: FormData, progress: (percent: number) => void): Promise<T> {
  const { address, headers } = await uploadPlace(path);
  const response = await new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", address);
    for (const [name, value] of Object.entries({ ...authorization(), "Accept-Language": language(), ...headers })) {
      request.setRequestHeader(name, value);
    }
    request.upload.addEventListener("progress", ({ loaded, total }) => progress(Math.floor((loaded * 100) / total)));
    request.addEventListener("load", () => resolve(new Response(request.responseText, { status: request.status })));
    request.addEventListener("error", () => reject(offline({})));
    request.send(form);
  });
  return unwrap<T>(response, {});
}

/**
 * POST that answers a file; saves it under the name the server gives and answers the name. What is too large to come at
 * once lies in the download centre later: the user is told so, and there is no name.
 */
export async function download(path: string, body: unknown, options: CallOptions = {}): Promise<string | null> {
  const response = await reach("POST", path, json(body), { ...options, long: true });
  if (isFile(response)) return saveAnswer(response);
  await unwrap(response, options);
  toast.linked(translate("platform:export.submitted"), { href: DOWNLOAD_CENTRE, text: translate("platform:export.centre") });
  return null;
}

/** GET of a file; saves it. */
export async function downloadFrom(path: string, options: CallOptions = {}): Promise<void> {
  const response = await reach("GET", path, undefined, { ...options, long: true });
  if (isFile(response)) await saveAnswer(response);
  else await unwrap(response, options);
}

/** GET of a file that is shown, not saved. */
export async function blobOf(path: string, params?: Params, signal?: AbortSignal): Promise<Blob> {
  const options: CallOptions = { long: true, quiet: true, ...(params ? { params } : {}), ...(signal ? { signal } : {}) };
  const response = await reach("GET", path, undefined, options);
  return isFile(response) ? response.blob() : unwrap<Blob>(response, options);
}

/** GET of a document that stands by itself, in no envelope. */
export async function getDocument<T>(path: string): Promise<T> {
  const options: CallOptions = { long: true, quiet: true };
  const response = await reach("GET", path, undefined, options);
  if (!response.ok) await unwrap(response, options);
  return (await response.json()) as T;
}

/** POST that answers a file which is shown, not saved. */
export async function postedBlob(path: string, body: unknown): Promise<Blob> {
  const options: CallOptions = { long: true, quiet: true };
  const response = await reach("POST", path, json(body), options);
  return isFile(response) ? response.blob() : unwrap<Blob>(response, options);
}

function isFile(response: Response): boolean {
  return response.ok && !(response.headers.get("content-type") ?? "").includes("json");
}

async function saveAnswer(response: Response): Promise<string> {
  const name = fileName(response.headers.get("content-disposition")) ?? "download";
  saveFile(await response.blob(), name);
  return name;
}

/** Raw envelope of a call, for the token call whose answer is not `data`. */
export async function postFormRaw<T>(path: string, fields: Record<string, string>, options: CallOptions): Promise<T> {
  const type = { "Content-Type": "application/x-www-form-urlencoded" };
  const body = { content: new URLSearchParams(fields).toString(), type };
  const response = await reach("POST", path, body, options);
  if (!response.ok) await unwrap(response, options);
  return (await response.json()) as T;
}

/** The body of a call that answers a shape of its own; the caller shows what went wrong. */
export async function bare<T>(method: "GET" | "POST", path: string, options: CallOptions = {}): Promise<T> {
  const quiet = { ...options, quiet: true };
  const response = await reach(method, path, undefined, quiet);
  if (!response.ok) await unwrap(response, quiet);
  return (await response.json()) as T;
}

interface Body {
  content: BodyInit;
  type: Record<string, string>;
}

function json(body: unknown): Body | undefined {
  if (body === undefined) return undefined;
  return { content: JSON.stringify(body), type: { "Content-Type": "application/json" } };
}

async function send<T>(method: string, path: string, body: Body | undefined, options: CallOptions = {}): Promise<T> {
  const content = body?.content ?? "";
  // Reads are simply read again; files that are sent twice are thrown away when nobody names them.
  if (method === "GET" || typeof content !== "string" || !session.token()) {
    return unwrap<T>(await reach(method, path, body, options), options);
  }
  const attempt = begin(method, withParams(path, options.params), content);
  return unwrap<T>(await reachOnce(attempt, method, path, body, options), options);
}

/** Sends under the key of an attempt, and notes whether an answer came. */
async function reachOnce(attempt: Attempt, method: string, path: string, body: Body | undefined, options: CallOptions) {
  const headers = { ...options.headers, [KEY_HEADER]: attempt.key };
  try {
    const response = await reach(method, path, body, { ...options, headers });
    // A gateway that gave up says nothing of what the server did behind it.
    if (response.status === 502 || response.status === 503 || response.status === 504) attempt.lost();
    else attempt.answered();
    return response;
  } catch (error) {
    attempt.lost();
    throw error;
  }
}

/** Sends and waits; no answer at all becomes a `timeout`, `offline` or `aborted` failure. */
async function reach(method: string, path: string, body: Body | undefined, options: CallOptions): Promise<Response> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), method === "GET" && !options.long ? SHARED_TIMEOUT_MS : LONG_TIMEOUT_MS);
  const signal = options.signal ? AbortSignal.any([limit.signal, options.signal]) : limit.signal;
  try {
    const response = await fetch(withParams(path, options.params), {
      method,
      body: body?.content ?? null,
      signal,
      headers: { ...authorization(), "Accept-Language": language(), ...body?.type, ...options.headers },
    });
    const note = response.headers.get(NOTE);
    if (note) toast.warn(decodeURIComponent(note));
    return response;
  } catch {
    if (options.signal?.aborted) throw new CallError("aborted", "", 0, -1, null);
    if (limit.signal.aborted) throw timedOut();
    throw offline(options);
  } finally {
    clearTimeout(timer);
  }
}

function offline(options: CallOptions): CallError {
  const text = translate("platform:error.network");
  if (!options.quiet) toast.error(text);
  return new CallError("offline", text, 0, -1, null);
}

let lastTimeoutToast = Number.NEGATIVE_INFINITY;

function timedOut(): CallError {
  const text = translate("platform:error.timeout");
  const now = Date.now();
  if (now - lastTimeoutToast >= TIMEOUT_TOAST_EVERY_MS) {
    lastTimeoutToast = now;
    toast.warn(text);
  }
  return new CallError("timeout", text, 0, -1, null);
}

async function unwrap<T>(response: Response, options: CallOptions): Promise<T> {
  const envelope = await envelopeOf<T>(response);
  if (response.ok && envelope && envelope.code === 0) return envelope.data;
  if (response.ok && envelope) {
    const text = envelope.messageInfo || translate("platform:error.server");
    if (!options.quiet) toast.failed(text);
    throw new CallError("refused", text, response.status, envelope.code, envelope.data, envelope.messageInfo);
  }
  throw httpFailure(response, envelope, options);
}

async function envelopeOf<T>(response: Response): Promise<Envelope<T> | null> {
  try {
    const body = (await response.json()) as Envelope<T> | SupplierFrame<T> | null;
    if (!body || typeof body !== "object" || !("code" in body)) return null;
    if (!("message" in body)) return body;
    const code = Number(body.code);
    return { code: code === SUPPLIER_DONE ? 0 : code, messageInfo: body.message, data: body.data };
  } catch {
    return null;
  }
}

/** The frame of calls below /api-uc and /api-yc. */
interface SupplierFrame<T> {
  code: number | string;
  data: T;
  message: string;
}

const SUPPLIER_DONE = 200;

/** One place for what each HTTP status says and does. */
function httpFailure(response: Response, envelope: Envelope<unknown> | null, options: CallOptions): CallError {
  const { status } = response;
  const message = envelope?.messageInfo ?? "";
  const failure = (text: string) => new CallError("http", text, status, envelope?.code ?? status, envelope?.data, message);
  if (status === 401) return expire(message, failure);
  // The server's own 503 says when to come again, and why; that of a gateway on the way says nothing.
  const ours = status === 503 && message !== "" && response.headers.has("Retry-After");
  const fixed = ours ? null : fixedText(status);
  const text = fixed ?? (message || translate("platform:error.server"));
  // A refused form shows its findings at the fields, not as a toast.
  if (!options.quiet) {
    if (status === 403) toast.error(text, SHORT_MS);
    else if (fixed || !message) toast.error(text);
    else toast.failed(message);
  }
  return failure(text);
}

function fixedText(status: number): string | null {
  switch (status) {
    case 403:
      return translate("platform:error.forbidden");
    case 404:
      return translate("platform:error.notFound");
    case 501:
      return translate("platform:error.notImplemented");
    case 503:
      return translate("platform:error.network");
    case 504:
      return translate("platform:error.server");
    default:
      return null;
  }
}

/** A dead token ends the session, whatever the page was doing. */
function expire(message: string, failure: (text: string) => CallError): CallError {
  const text = NO_ROLE.test(message) ? message : translate("platform:error.expired");
  if (message) toast.error(text);
  useSession.getState().clear();
  if (!window.location.pathname.startsWith("/login")) goTo(loginPath(currentPath()), { replace: true });
  return failure(text);
}

function authorization(): Record<string, string> {
  const token = session.token();
  return token ? { Authorization: `Bearer ${token}` } : {};
}

/** Adds query parameters, leaving out undefined and null ones. */
export function withParams(path: string, params: Params | undefined): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params ?? {})) {
    if (value !== undefined && value !== null) query.set(name, String(value));
  }
  const text = query.toString();
  if (!text) return path;
  return path + (path.includes("?") ? "&" : "?") + text;
}

/** The file name of a Content-Disposition header; the UTF-8 form wins. */
export function fileName(header: string | null): string | null {
  if (!header) return null;
  const extended = /filename\*\s*=\s*utf-8''([^;]+)/i.exec(header)?.[1];
  if (extended) return decodeURIComponent(extended.trim());
  const plain = /filename\s*=\s*(?:"([^"]*)"|([^;]+))/i.exec(header);
  return plain ? (plain[1] ?? plain[2] ?? "").trim() || null : null;
}

/** Hands a blob to the browser's downloads. */
export function saveFile(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser reads the address after the click has returned.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
