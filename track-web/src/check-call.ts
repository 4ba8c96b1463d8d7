// The calls of the page on which a partner says what it has for each line of a periodic bill, or of a sheet of costs. The code of
// the mailed link opens it.

import type { Sender } from "./record";
import { get, post, there, type Asking } from "./wire";

/** What is checked: a periodic bill, or costs before they are paid. */
export type Kind = "bill" | "cost";

const BASES: Record<Kind, string> = { bill: "/prm/external/billCheck", cost: "/prm/external/costConfirmation" };

/** A line as it was counted; one of a bill is called by its customer, one of costs by its order and its service. */
export interface CheckLine {
  id: string;
  key: string;
  customerNumber?: string;
  bizNumber?: string;
  orderCode?: string;
  bizDate?: string;
  route?: string;
  service?: string;
  amount: string | null;
}

/** The bill of a link. */
export interface CheckedBill extends Sender {
  number: string;
  customer: string;
  period: string;
  currency: string;
  amount: string;
  dueDate?: string;
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
export function checked(asking: Asking, kind: Kind, code: string): Promise<CheckedBill> {
  return get<CheckedBill>(gone(asking), BASES[kind], { code }).then(there);
}

/** Hands the answer in. */
export function answer(asking: Asking, kind: Kind, code: string, said: Said): Promise<null> {
  return post<null>(gone(asking), `${BASES[kind]}/answer`, { code, ...said });
}

function gone(asking: Asking): Asking {
  return { ...asking, gone: "bill.gone" };
}
