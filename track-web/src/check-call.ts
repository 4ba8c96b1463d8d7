// The calls of the page on which a partner says what it has for each line of a bill. The code of the mailed link opens it.

import type { Sender } from "./record";
import { get, post, there, type Asking } from "./wire";

const BASE = "/prm/external/billCheck";

/** A line of the bill as it was counted. */
export interface CheckLine {
  id: string;
  key: string;
  customerNumber: string;
  bizNumber: string;
  quantity: string | null;
  amount: string | null;
}

/** The bill of a link. */
export interface CheckedBill extends Sender {
  number: string;
  customer: string;
  period: string;
  currency: string;
  amount: string;
  dueDate: string;
  until: string;
  count: number;
  lines: CheckLine[];
}

/** What a partner says. */
export interface Said {
  by: string;
  remark: string;
  lines: { id: string; amount: string; remark: string }[];
}

/** The bill of a code. */
export function checked(asking: Asking, code: string): Promise<CheckedBill> {
  return get<CheckedBill>(gone(asking), BASE, { code }).then(there);
}

/** Hands the answer in. */
export function answer(asking: Asking, code: string, said: Said): Promise<null> {
  return post<null>(gone(asking), `${BASE}/answer`, { code, ...said });
}

function gone(asking: Asking): Asking {
  return { ...asking, gone: "bill.gone" };
}
