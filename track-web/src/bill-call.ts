// The calls of the page on which a customer answers a bill. The code of the mailed link opens it.

import type { Named } from "./inquiry-call";
import type { Sender } from "./record";
import { get, post, there, type Asking } from "./wire";

const BASE = "/css/external/bill";

/** A charge of a note, or a note of a statement. */
export interface BillRow {
  name?: Named;
  number?: string;
  bizNumber?: string;
  date?: string;
  amount: string;
}

/** What a bill says. */
export interface Bill {
  date: string;
  dueDate: string;
  period?: string;
  orderCode?: string;
  bizNumber?: string;
  remark: string;
  /** One for each currency. */
  amounts: string[];
  count: number;
  rows: BillRow[];
}

/** How a link stands. Only one that works, or was used, shows the bill. */
export type State = "OPEN" | "CONFIRMED" | "DISPUTED" | "EXPIRED" | "REPLACED" | "VOID" | "CHANGED";
/** What a customer may say. */
export type Answer = "CONFIRMED" | "DISPUTED";

/** The bill of a link. */
export interface MailedBill extends Sender {
  kind: "NOTE" | "STATEMENT";
  state: State;
  number: string;
  customer: string;
  until: string;
  said: { at: string; by: string; remark: string } | null;
  bill: Bill | null;
}

/** The bill of a code. */
export function mailed(asking: Asking, code: string): Promise<MailedBill> {
  return get<MailedBill>(gone(asking), BASE, { code }).then(there);
}

/** Agrees, or objects. */
export function answer(asking: Asking, code: string, said: { answer: Answer; by: string; remark: string }): Promise<null> {
  return post<null>(gone(asking), `${BASE}/answer`, { code, ...said });
}

function gone(asking: Asking): Asking {
  return { ...asking, gone: "bill.gone" };
}
