/** The charges of one order as the server tells them. Figures are the server's throughout. */
import type { Field, Finding, Label } from "@/platform/contract";
import type { Values } from "@/platform/forms/form-store";

export const BASE = "/css/charge";
export const FORM = "css.order-charge.form";

export const SIDES = ["income", "cost"] as const;
export type Side = (typeof SIDES)[number];
export const KINDS: Record<Side, string> = { income: "RECEIVABLE", cost: "PAYABLE" };
/** The state of a row that counts. */
export const NORMAL = "NORMAL";

/** Of one side. */
export interface SideTotals {
  currencies: { currency: string; amount: string }[];
  functional: string;
  notTax: string;
  types: { type: string; functional: string }[];
}

export interface Totals {
  income?: SideTotals;
  cost?: SideTotals;
  /** Who may not see it, or not both sides, is not told. */
  profit?: { amount: string; rate: string | null; unit: string | null; notTax: string };
}

export interface ChargeOrder {
  orderUuid: string;
  orderCode: string;
  businessScope: string;
  number: string | null;
  coopId: string | null;
  coopName: string | null;
  bizDate: string | null;
  departure: string | null;
  arrival: string | null;
  carrier: string | null;
  pieces: string | null;
  grossWeight: string | null;
  volume: string | null;
  chargeWeight: string | null;
  unit: string;
  teu: string | null;
  lifecycle: string;
  orderStatus: string;
  financialDate: string | null;
  incomeRecorded: boolean;
  costRecorded: boolean;
  functionalCurrency: string;
  orderRowUuid: string;
}

export type SideRows = Partial<Record<Side, Values[]>>;

export interface Charges extends SideRows {
  rowUuid: string;
  order: ChargeOrder;
  totals: Totals;
  /** Why nothing of a side can be changed now. */
  closed: Record<Side, string | null>;
  buttons: string[];
  /** The finishing waits for a decision. */
  approving?: { instanceNo: string } | null;
}

/** What the server makes of the rows. */
export interface Reckoned extends SideRows {
  totals: Totals;
  findings: Finding[];
}

export type ResultState = "new" | "changed" | "kept" | "none" | "bad";

export interface ResultLine {
  /** Its row in a file. */
  number?: number;
  kind: string;
  serviceName: string;
  coopName: string | null;
  state: ResultState;
  amount: string | null;
  why: Label | null;
}

/** Rows as they would be, and what became of each item. */
export interface Proposal extends SideRows {
  totals: Totals;
  result: ResultLine[];
  /** The rows it was asked for with; without, its rows take the place of whatever there is. */
  asked?: Record<Side, AskedRows>;
  /** Its rows stand behind those of the grids. */
  beside?: boolean;
}

/** The rows of a side as a proposal was asked for, and their places among those that were sent. */
export interface AskedRows {
  rows: Values[];
  places: number[];
}

export type SideFields = Record<Side, Field[]>;

/** Figures the server derives while the flag beside them says that nobody typed them. */
export const FLAGS: Record<string, string> = { quantity: "quantityTyped", amount: "amountFixed", exchangeRate: "rateTyped" };

/** Whether the rows of a side are shown to the user at all. */
export const isShown = (rows: unknown): rows is Values[] => Array.isArray(rows);

