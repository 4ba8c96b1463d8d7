/** Calls of names of goods; they are sent and printed for a whole order. */
import type { ProposedMail } from "@/platform/mail/mail-dialog";
import { get, post } from "@/platform/call/client";
import type { Row } from "@/platform/contract";
import type { Values } from "@/platform/forms/form-store";

export const GOODS_PAGE = "/af_goodsname";
const BASE = "/afbase/goodsName";
export const GOODS_PROPOSE = `${BASE}/propose`;

/** The mail with the names of an order. */
export interface GoodsMail extends ProposedMail {
  /** Where the cargo is brought to. */
  terminal: string;
  /** Rows of the order. */
  count: number;
  /** The rows as they were read: sent back, so that nothing else is sent. */
  stamp: string;
}

export function readMail(row: Row): Promise<GoodsMail> {
  return get<GoodsMail>(`${BASE}/mail/${encodeURIComponent(String(row["orderId"]))}`, undefined, { quiet: true });
}

export function sendGoods(row: Row, stamp: string, body: Values): Promise<unknown> {
  return post(`${BASE}/send`, { ...body, orderId: row["orderId"], stamp }, { quiet: true, long: true });
}

/** What an order is known by: its master number, or its code. */
export const numberOf = (row: Row): string => String(row["awbNumber"] || row["orderCode"] || "");
