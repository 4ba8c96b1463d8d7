/** The calls of cargo labels, and the shapes of their answers. */
import { get, post } from "@/platform/call/client";
import { type Made } from "@/modules/paper/made";

export interface LabelHouse {
  hawbId: string;
  hawbNumber: string;
  /** None when nobody has counted them: one label without a number. */
  pieces: number | null;
}

export interface LabelOrder {
  orderUuid: string;
  orderCode: string;
  /** Empty when the order has no master; it has no labels then. */
  awbNumber: string | null;
  pieces: number | null;
  hawbs: LabelHouse[];
}

export interface LabelSize {
  key: string;
  name: string;
  /** It lies unless it is turned. */
  landscape: boolean;
  /** Several on a sheet of paper, which is not turned. */
  sheet: boolean;
}

export interface LabelChoices {
  orders: LabelOrder[];
  /** Numbers of which there is no order. */
  missing: string[];
  sizes: LabelSize[];
  /** Key of the size its user begins with. */
  size: string;
}

export type LabelFormat = "PDF" | "ZPL";

/** Which labels are wanted, and how they look. */
export interface LabelAsk {
  orderUuids: string[];
  /** House waybills; an order without one of these prints the labels of its master. */
  slIds: string[];
  size: string;
  /** Places among all labels, from 1; null for the first and the last. */
  from: number | null;
  to: number | null;
  copies: number;
  landscape: boolean;
  format: LabelFormat;
  /** Dots an inch of a label printer. */
  dpi: number;
  showWeight: boolean;
}

export interface LabelPreview {
  /** Labels there are without the range. */
  total: number;
  /** The range that will be printed. */
  from: number;
  to: number;
  /** What is worth a look before printing. */
  warnings: string[];
  /** Picture of the first one. */
  svg: string;
  /** The same in words. */
  labels: { lines: { label: string; text: string }[] }[];
}

/** The labels of one order in a print. */
export interface LabelPrint {
  time: string;
  user: string | null;
  from: number;
  to: number;
  copies: number;
  size: string;
  format: LabelFormat;
}

const BASE = "/afbase/label";
const QUIET = { quiet: true };

export function readChoices(orderUuids: string[]): Promise<LabelChoices> {
  return get<LabelChoices>(`${BASE}/choices`, { orderUuids: orderUuids.join(",") }, QUIET);
}

export function previewLabels(ask: LabelAsk, signal: AbortSignal): Promise<LabelPreview> {
  return post<LabelPreview>(`${BASE}/preview`, ask, { quiet: true, signal });
}

export function printLabels(ask: LabelAsk): Promise<Made> {
  return post<Made>(`${BASE}/print`, ask, { quiet: true, long: true });
}

export function readPrints(orderUuid: string): Promise<LabelPrint[]> {
  return get<LabelPrint[]>(`${BASE}/log`, { orderUuid }, QUIET);
}

/** Orders of order and master numbers, and the numbers of which there are none. */
export async function findOrders(numbers: string): Promise<{ found: string[]; missing: string[] }> {
  const { orders, missing } = await get<LabelChoices>(`${BASE}/choices`, { numbers }, QUIET);
  return { found: orders.map(({ orderUuid }) => orderUuid), missing };
}
