/** The fields of a receipt and what of them is sent. */
import type { Field, Option } from "@/platform/contract";
import type { Values } from "@/platform/forms/form-store";
import { labelPair } from "@/platform/i18n";

export type Way = "range" | "pasted";

const COUNT_MAX = 1000;

const option = (value: string, key: string): Option => ({ value, label: labelPair(key) });

/** Made when the dialog opens, so that the labels are in the language of the moment. */
export function receiptFields() {
  const fields = {
    prefix: { name: "prefix", kind: "text", required: true, maxLength: 3, pattern: "\\d{3}", label: labelPair("awb:receipt.prefix") },
    start: { name: "start", kind: "text", required: true, maxLength: 8, label: labelPair("awb:receipt.start") },
    count: { name: "count", kind: "int", required: true, min: 1, max: COUNT_MAX, label: labelPair("awb:receipt.count") },
    numbers: { name: "numbers", kind: "longText", required: true, maxLength: 20_000, label: labelPair("awb:receipt.numbers"), help: labelPair("awb:receipt.numbersHint") },
    awbFromType: {
      name: "awbFromType",
      kind: "select",
      required: true,
      label: labelPair("awb:receipt.fromType"),
      options: [option("自有", "awb:source.own"), option("一级代理", "awb:source.agent"), option("同行", "awb:source.coloader")],
    },
    awbFromId: { name: "awbFromId", kind: "reference", reference: "coop?role=awbSource", required: true, label: labelPair("awb:receipt.from") },
    receiveDate: { name: "receiveDate", kind: "day", required: true, label: labelPair("awb:receipt.received") },
    departureStation: { name: "departureStation", kind: "reference", reference: "airport", label: labelPair("awb:receipt.station"), help: labelPair("awb:receipt.stationHint") },
    kind: {
      name: "kind",
      kind: "select",
      required: true,
      label: labelPair("awb:receipt.kind"),
      options: [option("中性", "awb:kind.neutral"), option("纸质套打", "awb:kind.preprinted"), option("电子", "awb:kind.electronic")],
    },
    unitCost: { name: "unitCost", kind: "decimal", min: 0, digits: 2, label: labelPair("awb:receipt.cost") },
    expireDate: { name: "expireDate", kind: "day", label: labelPair("awb:receipt.expire") },
    remark: { name: "remark", kind: "longText", maxLength: 300, label: labelPair("awb:receipt.remark") },
  } satisfies Record<string, Field>;
  return fields as Record<keyof typeof fields, Field>;
}

export type ReceiptFields = ReturnType<typeof receiptFields>;

export function newReceipt(now: Date): Values {
  // The day of the business, wherever the browser stands.
  const today = now.toLocaleDateString("sv-SE", { timeZone: "Asia/Shanghai" });
  return { receiveDate: today, kind: "中性" };
}

const RANGE = ["start", "count"];

/** The fields of the way in use. */
export function fieldsOfWay(fields: ReceiptFields, way: Way): Field[] {
  return Object.values(fields).filter(({ name }) => (way === "range" ? name !== "numbers" : !RANGE.includes(name)));
}

export function receiptBody(fields: Field[], values: Values): Values {
  return Object.fromEntries(fields.map(({ name }) => [name, values[name] ?? null]));
}

/** What the preview is asked with, or null while there is too little. */
export function previewBody(values: Values, way: Way): Values | null {
  const { prefix, start, count, numbers } = values;
  if (!/^\d{3}$/.test(String(prefix ?? ""))) return null;
  if (way === "pasted") return String(numbers ?? "").trim() ? { prefix, numbers } : null;
  return String(start ?? "").length === 8 && count ? { prefix, start, count } : null;
}
