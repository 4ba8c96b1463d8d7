/** A supplier's file beside our cost, as it is read, decided about and sent. */
import { SEVERAL, label } from "@/modules/payable/fields";
import { moneyText, sumOf } from "@/modules/payable/sums";
import { download, downloadFrom, post, upload } from "@/platform/call/client";
import type { Field, Option, Tone, When } from "@/platform/contract";
import type { Values } from "@/platform/forms/form-store";
import { labelPair } from "@/platform/i18n";
import { isNothing } from "@/platform/nothing";

const BASE = "/css/payment";
const CASS = "CASS";
const STANDARD = "STANDARD";
const QUIET = { quiet: true } as const;

export type Result = "SAME" | "DIFFERENT" | "NO_ORDER" | "NO_COST" | "RECONCILED" | "OURS_ONLY" | "BILLED_BEFORE";
export const DEALS = ["SYSTEM", "SUPPLIER", "SKIP"] as const;
export type Deal = (typeof DEALS)[number];

export const TONES: Record<Result, Tone> = {
  SAME: "done",
  DIFFERENT: "warning",
  NO_ORDER: "danger",
  NO_COST: "danger",
  RECONCILED: "neutral",
  OURS_ONLY: "info",
  BILLED_BEFORE: "danger",
};

/** A number of the file beside our cost. */
export interface Compared {
  code: string;
  orderCodes: string[];
  bizDate: string;
  amount: string | null;
  noPaymentAmount: string | null;
  uploadAmount: string;
  errorAmount: string;
  errorRate: string | null;
  result: Result;
  why: string | null;
  /** What may be done about it. */
  deals: Deal[];
  deal: Deal;
  seen: string;
  correction: boolean;
}

export interface Totals {
  amount: string;
  noPaymentAmount: string;
  uploadAmount: string;
  errorAmount: string;
}

/** Which column of an airline's file says what. */
export interface Mapping {
  number: string;
  net: string;
  document: string;
  amounts: Record<string, { heading: string; itemId: string }>;
}

export interface Read {
  needsMapping: false;
  rows: Compared[];
  totals: Totals;
  serviceItemIds: string[];
}
export interface Asks {
  needsMapping: true;
  headings: string[];
  mapping: Mapping;
}

export interface Saved {
  paymentNum: string | null;
  approving: { instanceNo: string } | null;
}

/** What a file is compared with. */
const FRAME = ["fileType", "businessScope", "coopId", "currency", "byMaster", "periodFrom", "periodTo"];
/** What is typed of its payment. */
const HEAD = ["paymentDate", "exchangeRate", "supplierBillNo", "remark", "adjustItemId", "financialDate"];

const pick = (values: Values, names: string[]): Values => Object.fromEntries(names.flatMap((name) => (isNothing(values[name]) ? [] : [[name, values[name]]])));
const itemsOf = (values: Values): string[] => (Array.isArray(values["serviceItemIds"]) ? values["serviceItemIds"].map(String) : []);

export const FIRST: Values = { fileType: STANDARD, businessScope: SEVERAL, byMaster: false };

export function fileFields(): Field[] {
  const isCass: When = { is: ["fileType", CASS] };
  const types: Option[] = [STANDARD, CASS].map((value) => ({ value, label: label(`fileTypes.${value}`) }));
  return [
    { name: "fileType", label: label("fileType"), kind: "select", required: true, options: types },
    { name: "periodFrom", label: label("periodFrom"), kind: "day", requiredWhen: isCass },
    { name: "periodTo", label: label("periodTo"), kind: "day", requiredWhen: isCass },
    { name: "byMaster", label: label("byMaster"), kind: "bool" },
  ];
}

export function adjustFields(): Field[] {
  return [
    { name: "adjustItemId", label: label("adjustItem"), kind: "reference", reference: "serviceItem" },
    { name: "financialDate", label: label("financialDate"), kind: "day" },
  ];
}

export const fetchTemplate = (): Promise<void> => downloadFrom(`${BASE}/batchTemplate`);

export function readFile(file: File, values: Values, mapping: Mapping | null): Promise<Read | Asks> {
  const form = new FormData();
  form.append("files", file, file.name);
  const params = { ...pick(values, FRAME), serviceItemIds: itemsOf(values).join(","), ...(mapping ? { mapping: JSON.stringify(mapping) } : {}) };
  return upload<Read | Asks>(`${BASE}/batchRead`, form, { ...QUIET, params: params as Record<string, string> });
}

/** A file with what was decided about it. */
export interface Compare {
  read: Read;
  rows: Compared[];
  mapping: Mapping | null;
  /** What it was compared with: that may be other than what is typed by now. */
  frame: Values;
}

/** The body of the payment; what only we have is in none. */
export function bodyOf({ read, rows, mapping, frame }: Compare, head: Values): Values {
  const sent = rows.filter(({ result }) => result !== "OURS_ONLY");
  return {
    ...pick(frame, FRAME),
    ...pick(head, HEAD),
    serviceItemIds: read.serviceItemIds,
    ...(mapping ? { mapping } : {}),
    rows: sent.map(({ code, uploadAmount, deal, seen, correction }) => ({ code, amount: uploadAmount, deal, seen, correction })),
  };
}

export const save = (body: Values): Promise<Saved> => post<Saved>(`${BASE}/batchSave`, body, QUIET);

/** The rows as they are shown, as a workbook. */
export function fetchRows(rows: Compared[], resultOf: (row: Compared) => string, dealOf: (row: Compared) => string): Promise<string | null> {
  const shown = rows.map((row) => ({
    ...pick(row as unknown as Values, ["code", "bizDate", "amount", "noPaymentAmount", "uploadAmount", "errorAmount", "errorRate"]),
    result: resultOf(row),
    deal: dealOf(row),
  }));
  return download(`${BASE}/batchExport`, { rows: shown });
}

/** What the payment comes to: our rest of a number, or what the supplier wants. */
export function paid(rows: Compared[]): string {
  return moneyText(sumOf(rows.map(({ deal, noPaymentAmount, uploadAmount }) => (deal === "SYSTEM" ? noPaymentAmount : deal === "SUPPLIER" ? uploadAmount : null))));
}

/** All rows are dealt with alike, as far as they may be. */
export const dealt = (rows: Compared[], deal: Deal): Compared[] => rows.map((row) => (row.deals.includes(deal) ? { ...row, deal } : row));

/** The amounts of an airline's file. */
const AMOUNTS = ["freight", "valuation", "agent", "carrier", "tax", "commission", "discount"];
const itemOf = (amount: string): string => `${amount}ItemId`;

/** What is asked for where a file is read first: a heading of each column, and the item of each amount. */
export function mappingFields(headings: string[]): Field[] {
  const options: Option[] = headings.map((value) => ({ value, label: { zh: value, en: value } }));
  const words = (name: string) => labelPair(`payable:mapping.${name}`);
  const column = (name: string, required: boolean): Field => ({ name, label: words(name), kind: "select", required, options });
  return [
    column("number", true),
    column("net", true),
    column("document", false),
    ...AMOUNTS.flatMap((name): Field[] => [
      column(name, false),
      { name: itemOf(name), label: words("item"), kind: "reference", reference: "serviceItem", requiredWhen: { set: name } },
    ]),
  ];
}

export function valuesOf({ number, net, document, amounts }: Mapping): Values {
  const each = AMOUNTS.flatMap((name) => [
    [name, amounts[name]?.heading || null],
    [itemOf(name), amounts[name]?.itemId || null],
  ]);
  return { number: number || null, net: net || null, document: document || null, ...(Object.fromEntries(each) as Values) };
}

export function mappingOf(values: Values): Mapping {
  const text = (name: string) => String(values[name] ?? "");
  const amounts = AMOUNTS.filter((name) => text(name)).map((name) => [name, { heading: text(name), itemId: text(itemOf(name)) }]);
  return { number: text("number"), net: text("net"), document: text("document"), amounts: Object.fromEntries(amounts) as Mapping["amounts"] };
}
