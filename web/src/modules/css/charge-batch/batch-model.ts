/** Charges of many orders as they are asked for, sent and told. */
import { CallError, download, downloadFrom, post, upload } from "@/platform/call/client";
import { KINDS } from "@/platform/charge/charge-model";
import { isNothing } from "@/platform/nothing";
import type { Values } from "@/platform/forms/form-store";
import { isBlank, rowsOf } from "@/platform/forms/rows";
import { itemFields } from "./batch-fields";
import { type Mode, cellName } from "./batch-modes";

export const BASE = "/css/charge/batch";
/** Orders of one call. */
export const ORDERS_MAX = 500;

export interface PoolOrder {
  orderUuid: string;
  orderCode: string;
  bizNumber: string | null;
  bizDate: string | null;
  coopName: string | null;
  carrier: string | null;
  departure: string | null;
  arrival: string | null;
  pieces: number | null;
  grossWeight: string | null;
  volume: string | null;
  chargeWeight: string | null;
}

export interface Pool {
  orders: PoolOrder[];
  /** Pasted numbers whose orders take nothing. */
  refused: { number: string; why: string }[];
  /** There are more than are shown. */
  more: boolean;
}

export type ToldState = "new" | "changed" | "kept" | "none" | "bad" | "saved";

export interface ToldRow {
  number: number | null;
  orderUuid?: string;
  /** Of a grid: the place of its item among those that were sent. */
  item?: number;
  orderCode?: string;
  bizNumber?: string | null;
  businessScope?: string;
  kind?: string;
  serviceName?: string;
  coopName?: string;
  currency?: string;
  unitPrice?: string | null;
  quantity?: string | null;
  amount?: string | null;
  functionalAmount?: string | null;
  taxRate?: string;
  note?: string;
  /** The line as it was. */
  before?: ToldRow;
  /** The row of the file. */
  texts?: Record<string, string>;
  state: ToldState;
  why: string;
  asks: string[];
}

export interface Told {
  total: number;
  good: number;
  bad: number;
  saved: number;
  rows: ToldRow[];
}

const QUIET = { quiet: true } as const;

export const readPool = (body: Values): Promise<Pool> => post<Pool>(`${BASE}/pool`, body, QUIET);
export const preview = (body: Values): Promise<Told> => post<Told>(`${BASE}/preview`, body, QUIET);
export const save = (body: Values): Promise<Told> => post<Told>(`${BASE}/save`, body, QUIET);
export const fetchTemplate = (): Promise<void> => downloadFrom(`${BASE}/template`);

export function readFile(file: File): Promise<Told> {
  const form = new FormData();
  form.append("files", file, file.name);
  return upload<Told>(`${BASE}/import`, form, QUIET);
}

/** What a refused save told of its rows. */
export function toldOf(error: unknown): Told | null {
  const told = error instanceof CallError ? (error.data as Partial<Told> | null) : null;
  return Array.isArray(told?.rows) ? (told as Told) : null;
}

/** The told rows as a workbook with their result; texts of a file stay as they were written. */
export function fetchResult(rows: ToldRow[], resultOf: (row: ToldRow) => string, kindOf: (kind: string) => string): Promise<string | null> {
  const textsOf = ({ orderCode, bizNumber, kind = "", ...row }: ToldRow): Values => ({
    businessScope: row.businessScope ?? "",
    orderNumber: orderCode ?? bizNumber ?? "",
    kind: kindOf(kind),
    serviceItem: row.serviceName ?? "",
    coop: row.coopName ?? "",
    currency: row.currency ?? "",
    unitPrice: row.unitPrice ?? "",
    quantity: row.quantity ?? "",
    taxRate: row.taxRate ?? "",
    note: row.note ?? "",
  });
  const told = rows.map((row) => ({ texts: { ...(row.texts ?? textsOf(row)), amount: row.amount ?? "" }, result: resultOf(row) }));
  return download(`${BASE}/result`, { rows: told });
}

/** The rows of the grid for the chosen orders; what was typed stays with its order. */
export function cellRows(orders: PoolOrder[], before: Values[]): Values[] {
  const typed = new Map(before.map((row) => [row["orderUuid"], row]));
  return orders.map(({ orderUuid, orderCode, bizNumber, coopName, chargeWeight }) => ({
    ...typed.get(orderUuid),
    orderUuid,
    orderCode,
    bizNumber,
    coopName,
    chargeWeight,
  }));
}

const filled = (members: Values): Values => Object.fromEntries(Object.entries(members).filter(([, value]) => !isNothing(value)));
const text = (value: unknown): string => (isNothing(value) ? "" : String(value));

/** What is entered of `values` for `orders`; the server says what is missing. */
export function bodyOf(mode: Mode, values: Values, orders: PoolOrder[], scope: string): Values {
  const named = orders.map(({ orderUuid }) => ({ orderUuid }));
  const kind = values["kind"] ?? KINDS.income;
  const confirmable = { mode, ...(values["onlyPassed"] === true && mode !== "SHARE" ? { onlyPassed: true } : {}) };
  switch (mode) {
    case "CELLS":
      return { ...confirmable, kind, by: values["cellBy"] ?? "PRICE", ...cellsBody(values, scope) };
    case "SHARE": {
      const charge = filled({
        serviceItemId: values["serviceItemId"],
        coopId: values["coopId"],
        currency: values["currency"],
        taxRate: values["taxRate"],
        note: values["note"],
      });
      return { ...confirmable, kind, by: values["by"] ?? "CHARGE_WEIGHT", charge, amount: text(values["amount"]), orders: named };
    }
    case "RATE":
      return { ...confirmable, kind: text(values["rateKind"]), overwrite: values["overwrite"] !== false, orders: named };
    case "UPDATE": {
      const which = filled({
        serviceItemId: values["whichItemId"],
        coopId: values["whichCoopId"],
        enteredFrom: values["enteredFrom"],
        enteredTo: values["enteredTo"],
      });
      const change = filled({
        unitPrice: text(values["unitPrice"]),
        percent: text(values["percent"]),
        taxRate: values["newTaxRate"],
        coopId: values["newCoopId"],
        exchangeRate: text(values["exchangeRate"]),
      });
      return { ...confirmable, kind, which, change, orders: named };
    }
    case "ROWS":
      return { ...confirmable, rows: values["rows"] ?? [] };
  }
}

/** The items that are filled in, as they are sent. */
function itemsOf(values: Values, scope: string): Values[] {
  const fields = itemFields(scope);
  return rowsOf(values["items"]).filter((row) => !isBlank(fields, row));
}

/** The items that are filled in, and the orders with their figures in the places of these. */
function cellsBody(values: Values, scope: string): Values {
  const fields = itemFields(scope);
  const items = itemsOf(values, scope);
  const orders = rowsOf(values["cells"]).map((row) => ({
    orderUuid: row["orderUuid"],
    values: items.map((item) => text(row[cellName(item)])),
  }));
  return { items: items.map((item) => filled(Object.fromEntries(fields.map(({ name }) => [name, item[name]])))), orders };
}

/** The rows of a file among those that were told, as they are sent. */
export const fileRows = (rows: ToldRow[]): Values[] => rows.flatMap(({ number, texts }) => (texts ? [{ number, texts }] : []));

/** What is entered after a save: what was saved is not to be saved again, the rest stays to be mended. */
export function leftOver(mode: Mode, values: Values, told: Told, scope: string): Values {
  switch (mode) {
    case "CELLS":
      return { cells: withoutSaved(values, told, scope) };
    case "SHARE":
      return { amount: null };
    case "UPDATE":
      // A percentage counts on what is there: saved again, it would count twice.
      return { percent: null };
    case "RATE":
      return {};
    case "ROWS":
      return { rows: fileRows(told.rows.filter(({ state }) => state === "bad")) };
  }
}

/** The grid as it is by now, without the figures that were saved. */
function withoutSaved(values: Values, { bad, rows }: Told, scope: string): Values[] {
  const items = itemsOf(values, scope);
  const saved = new Set(rows.filter(({ state }) => state === "saved").map(({ orderUuid, item }) => `${String(orderUuid)} ${String(item)}`));
  return rowsOf(values["cells"]).map((row) => {
    const own = items.filter((_, place) => bad === 0 || saved.has(`${String(row["orderUuid"])} ${place}`)).map((item) => [cellName(item), null]);
    return { ...row, ...(Object.fromEntries(own) as Values) };
  });
}
