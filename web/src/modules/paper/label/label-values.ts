/** What is chosen on the page of labels, and what of it is remembered. */
import type { LabelAsk, LabelChoices, LabelFormat, LabelOrder, LabelSize } from "@/modules/paper/label/label-calls";
import type { Values } from "@/platform/forms/form-store";
import { KEY, read, readJson, writeJson } from "@/platform/storage";

export const COPIES_MAX = 3;
/** More would be cut by the longest address a browser sends. */
export const ORDERS_MAX = 50;

/** The values of the form. */
export interface LabelValues {
  /** House waybills whose labels are not wanted: what is added later is ticked by itself. */
  unticked: string[];
  size: string;
  from: number | null;
  to: number | null;
  copies: number;
  /** The other way round than the size lies by itself. */
  turned: boolean;
  showWeight: boolean;
  format: LabelFormat;
  dpi: number;
}

const FIRST: LabelValues = {
  unticked: [], size: "", from: null, to: null, copies: 1, turned: false, showWeight: false, format: "PDF", dpi: 203,
};
const REMEMBERED = ["showWeight", "format", "dpi"] as const;

/** The printer stands at this place, so its ways are kept on the device, by user. */
function settingKey(): string {
  return `labelPrint.${read(KEY.userId) ?? ""}`;
}

export function firstValues(): Values {
  return { ...FIRST, ...readJson<Partial<LabelValues>>(settingKey(), {}) };
}

export function rememberValues(values: LabelValues): void {
  writeJson(settingKey(), Object.fromEntries(REMEMBERED.map((name) => [name, values[name]])));
}

/** The houses whose labels are wanted. */
export function tickedOf(orders: LabelOrder[], { unticked }: LabelValues): string[] {
  return orders.flatMap(({ hawbs }) => hawbs.map(({ hawbId }) => hawbId)).filter((id) => !unticked.includes(id));
}

/** The chosen size; none before there is a choice. */
export function sizeOf({ sizes }: LabelChoices, { size }: LabelValues): LabelSize | undefined {
  return sizes.find(({ key }) => key === size);
}

/** Whether labels of a size are printed lying. */
export function liesNow(size: LabelSize | undefined, { turned }: LabelValues): boolean {
  return (size?.landscape ?? true) !== (turned && !size?.sheet);
}

/** The labels that are wanted, as the server is asked for them. */
export function askOf(choices: LabelChoices, orders: LabelOrder[], values: LabelValues): LabelAsk {
  const { size, from, to, copies, format, dpi, showWeight } = values;
  const orderUuids = orders.map(({ orderUuid }) => orderUuid);
  const landscape = liesNow(sizeOf(choices, values), values);
  return { orderUuids, slIds: tickedOf(orders, values), size, from, to, copies, landscape, format, dpi, showWeight };
}

/** The orders an address names, each once. */
export function namedOrders(orderUuids: string | undefined): string[] {
  return [...new Set((orderUuids ?? "").split(",").map((each) => each.trim()).filter(Boolean))];
}
