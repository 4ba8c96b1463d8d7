/** Debit notes of many orders: what is looked for, by which rules it is billed, and what was told of it. */
import { post } from "@/platform/call/client";
import type { Told } from "@/platform/contract";
import type { Values } from "@/platform/forms/form-store";
import { isNothing } from "@/platform/nothing";
import { NOTES } from "@/modules/receivable/bills";

/** Orders of one call. */
export const ORDERS_MAX = 500;
/** Before the code of a currency: the field of its rate. */
const RATE = "rate_";

export interface PoolLine {
  id: string;
  coopName: string | null;
  serviceName: string | null;
  currency: string;
  amount: string | null;
  functionalAmount: string;
  taxRate: string;
  note: string;
}

export interface PoolOrder {
  id: string;
  orderUuid: string;
  orderCode: string;
  bizNumber: string | null;
  bizDate: string | null;
  incomeDone: boolean;
  orderCoopName: string | null;
  amounts: string;
  functionalAmount: string;
  lines: PoolLine[];
}

export interface Pool {
  orders: PoolOrder[];
  /** Pasted numbers that bring nothing. */
  refused: { number: string; why: string }[];
  /** There are more than are shown. */
  more: boolean;
  /** The company bills what is done alone. */
  onlyDone: boolean;
  functionalCurrency: string;
}

export interface Failed {
  orderCode: string;
  coopName: string;
  why: string;
}

/** A note that would be made. */
export interface Draft {
  orderCode: string;
  bizNumber: string;
  coopName: string;
  amounts: string;
  functionalAmount: string;
  noteDate: string;
  dueDate: string;
  bankName: string | null;
  lines: number;
}

export interface Preview {
  notes: Draft[];
  failed: Failed[];
  functionalAmount: string;
}

export interface Made {
  notes: { id: string; debitNoteNum: string }[];
  failed: Failed[];
  told: Told;
}

const QUIET = { quiet: true } as const;

export const readPool = (body: Values): Promise<Pool> => post<Pool>(`${NOTES.base}/pool`, body, QUIET);
export const preview = (body: Values): Promise<Preview> => post<Preview>(`${NOTES.base}/preview`, body, QUIET);
export const makeNotes = (body: Values): Promise<Made> => post<Made>(`${NOTES.base}/batchSave`, body, { ...QUIET, long: true });

/** What is filled in of what is looked for. */
export function wantedOf(names: string[], values: Values): Values {
  const given = names.map((name): [string, unknown] => [name, asAsked(name, values[name])]);
  return Object.fromEntries(given.filter(([, value]) => !isNothing(value) && value !== ""));
}

function asAsked(name: string, value: unknown): unknown {
  if (name === "serviceItemId") return listOf(value);
  if (name === "incomeDone") return isNothing(value) || value === "" ? null : value === "true";
  return value;
}

/** Several chosen values, as a list or with commas between. */
function listOf(value: unknown): string[] | null {
  const list = Array.isArray(value) ? value.map(String) : String(value ?? "").split(",").filter(Boolean);
  return list.length > 0 ? list : null;
}

export const rateName = (currency: string): string => `${RATE}${currency}`;

/** The rules as they are sent; rates of currencies that are not there any more stay behind. */
export function rulesOf(values: Values, currencies: string[]): Values {
  const rates = currencies.map((code): [string, unknown] => [code, values[rateName(code)]]).filter(([, rate]) => !isNothing(rate));
  return {
    dateBy: values["dateBy"] ?? "TODAY",
    noteDate: values["dateBy"] === "TYPED" ? (values["noteDate"] ?? null) : null,
    bankId: values["bankId"] ?? null,
    splitCurrency: values["splitCurrency"] === true,
    splitTax: values["splitTax"] === true,
    remark: values["remark"] ?? null,
    rates: Object.fromEntries(rates.map(([code, rate]) => [code, String(rate)])),
  };
}

/** Where a finding of the server stands here. */
export const placeOf = (field: string): string => (field.startsWith("rates.") ? rateName(field.slice("rates.".length)) : field);

/** The foreign currencies of chosen lines; all of the pool's where none is chosen. */
export function currenciesOf(orders: PoolOrder[], chosen: Set<string>, own: string): string[] {
  const lines = orders.flatMap(({ lines: each }) => each).filter(({ id }) => chosen.size === 0 || chosen.has(id));
  return [...new Set(lines.map(({ currency }) => currency))].filter((code) => code !== own).toSorted();
}
