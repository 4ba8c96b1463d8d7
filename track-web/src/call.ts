// The calls of the public page. None needs a log-in; each carries the code of the shared link.

import type { Key, Language } from "./i18n";
import { query, type Place, type ShareLink } from "./share-link";
import type { Sender, TrackRecord } from "./record";

const TIMEOUT_MS = 10_000;

interface Envelope<T> {
  code: number;
  messageInfo?: string | null;
  data?: T | null;
}

/** A house waybill that can be printed. */
export interface HousePrint {
  hawbNumber: string;
  awbPrintId: string;
}

/** The services of the order that decide which delivery notices there are. */
export interface OrderServices {
  outfieldService?: boolean | number | string | null;
  warehouseService?: boolean | number | string | null;
}

/** What a driver brings, and where to; the goods only where the link shows the order. */
export interface DeliveryNotice extends Sender {
  place: string;
  orderCode?: string | null;
  awbNumber?: string | null;
  customerNumber?: string | null;
  receiptDate?: string | null;
  goodsNameCn?: string | null;
  goodsNameEn?: string | null;
  packageType?: string | null;
  pieces?: number | null;
  weight?: number | null;
  volume?: number | null;
}

/** Why a call did not succeed: the server's own words, or a text of the catalogue. */
export class Refusal extends Error {
  readonly key: Key | undefined;

  constructor(reason: { message: string } | { key: Key }) {
    super("message" in reason ? reason.message : reason.key);
    this.key = "key" in reason ? reason.key : undefined;
  }
}

interface Asking {
  link: ShareLink;
  language: Language;
  signal?: AbortSignal;
}

/** The order behind the link. */
export function orderTrack(asking: Asking): Promise<TrackRecord> {
  return got<TrackRecord>(asking, "order/orderTrack", { o: asking.link.o }).then(there);
}

/** The answer the server has put into the page itself, which saves a round trip. */
export function firstAnswer(): Promise<TrackRecord> | undefined {
  const element = document.getElementById("first");
  if (!element?.textContent) return undefined;
  // It answers the address the page was opened with and no other, so it is used once.
  element.remove();
  try {
    const envelope = JSON.parse(element.textContent) as Envelope<TrackRecord>;
    return Promise.resolve(envelope).then(opened).then(there);
  } catch {
    return undefined;
  }
}

/** Whether the order has a delivery notice of the kind: the check answers code 0. */
export async function hasNotice(asking: Asking, flag: Place): Promise<boolean> {
  await got(asking, `checkOrderDeliveryNotice/${uuid(asking)}/${flag}`);
  return true;
}

/** A delivery notice of the order. */
export function deliveryNotice(asking: Asking, flag: Place): Promise<DeliveryNotice> {
  return got<DeliveryNotice>(asking, `orderDeliveryNotice/${uuid(asking)}/${flag}`).then(there);
}

/** The service flags of the order. */
export function orderServices(asking: Asking): Promise<OrderServices | null> {
  return got<OrderServices>(asking, `viewAFOrderByOrderUuid/${uuid(asking)}`);
}

/** The master waybill of the order, or nothing when none can be printed. */
export function masterPrint(asking: Asking): Promise<{ awbNumber?: string } | null> {
  return got<{ awbNumber?: string }>(asking, `viewByOrderUuid/${uuid(asking)}`);
}

/** The house waybills that can be printed. */
export function housePrints(asking: Asking): Promise<HousePrint[] | null> {
  return got<HousePrint[]>(asking, `hawbListByOrderUuid/${uuid(asking)}`);
}

/** Has the master waybill printed; answers the address of the paper. */
export function printMaster(asking: Asking): Promise<string> {
  return posted(asking, "downloadAWB", { awbPrintType: "PRINT_MAWB" });
}

/** Has a house waybill printed; answers the address of the paper. */
export function printHouse(asking: Asking, awbPrintId: string): Promise<string> {
  return posted(asking, "downloadHAWB", { awbPrintType: "PRINT_HAWB", awbPrintId });
}

function uuid({ link }: Asking): string {
  return encodeURIComponent(link.orderUuid);
}

function got<T>(asking: Asking, path: string, members: Record<string, string> = {}): Promise<T | null> {
  return sent<T>(asking, `${path}?${query({ ...members, code: asking.link.code })}`, { method: "GET" });
}

function posted(asking: Asking, path: string, members: Record<string, string>): Promise<string> {
  const { orderUuid, code } = asking.link;
  return sent<string>(asking, path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ ...members, orderUuid, printType: "2", code }),
  }).then(there);
}

async function sent<T>(asking: Asking, path: string, request: RequestInit): Promise<T | null> {
  const stop = new AbortController();
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    stop.abort();
  }, TIMEOUT_MS);
  const leave = (): void => stop.abort();
  asking.signal?.addEventListener("abort", leave);
  try {
    const answer = await fetch(`/afbase/external/${path}`, {
      ...request,
      headers: { ...request.headers, "Accept-Language": asking.language },
      signal: stop.signal,
    });
    return await read<T>(answer);
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
  401: "failed.gone",
  404: "failed.gone",
  501: "failed.later",
  503: "failed.offline",
  504: "failed.admin",
};

async function read<T>(answer: Response): Promise<T | null> {
  const key = STATUS_TEXT[answer.status];
  if (key) throw new Refusal({ key });
  const body = await answer.text();
  let envelope: Envelope<T>;
  try {
    envelope = JSON.parse(body) as Envelope<T>;
  } catch {
    throw new Refusal({ key: "failed.fetch" });
  }
  if (!answer.ok && envelope?.code === 0) throw new Refusal({ key: "failed.fetch" });
  return opened(envelope);
}

function opened<T>(envelope: Envelope<T> | null): T | null {
  if (envelope?.code === 0) return envelope.data ?? null;
  throw new Refusal(envelope?.messageInfo ? { message: envelope.messageInfo } : { key: "failed.fetch" });
}

function there<T>(data: T | null): T {
  if (data === null) throw new Refusal({ key: "failed.fetch" });
  return data;
}
