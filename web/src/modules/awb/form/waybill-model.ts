/** The boxes of an air waybill as they travel: names, empty rows, and what of a form is sent. */
import type { Finding, Tone } from "@/platform/contract";
import type { Values } from "@/platform/forms/form-store";

export type WaybillKind = "master" | "house";
export type WaybillState = "NONE" | "DRAFT" | "DONE";
export const STATE_TONES: Record<WaybillState, Tone> = { NONE: "warning", DRAFT: "info", DONE: "done" };

export const PARTY_FIELDS = [
  "scName",
  "scAddress",
  "nationCode",
  "stateCode",
  "cityNameEn",
  "cityCode",
  "postCode",
  "telNumber",
  "faxNumber",
  "scCode",
  "scCodeType",
  "contactName",
  "contactTel",
  "aeoCode",
  "accountNo",
  "printRemark",
] as const;

export const LINE_FIELDS = [
  "pieces",
  "slac",
  "grossWeight",
  "weightUnit",
  "rateClass",
  "commodityItemNo",
  "chargeWeight",
  "rateCharge",
  "total",
  "volume",
  "goodsNameEn",
  "hsCodes",
] as const;

export const SIZE_FIELDS = ["length", "width", "height", "pieces"] as const;

export const CHARGE_FIELDS = ["code", "due", "basis", "rate", "quantity", "amount", "pay"] as const;

/** Boxes that hold one text. */
const TEXTS = [
  "awbNumber",
  "hawbNumber",
  "departureStation",
  "arrivalStation",
  "airlineCode",
  "issueAgentName",
  "issueAgentCity",
  "agentIataCode",
  "accountNo",
  "departureStationName",
  "to1",
  "by1",
  "to2",
  "by2",
  "to3",
  "by3",
  "arrivalStationName",
  "flightNumber",
  "flightDate",
  "flightNumber2",
  "flightDate2",
  "accountingInformation",
  "currency",
  "chgsCode",
  "payMethod",
  "payMethodOther",
  "declaredValueOfCarriage",
  "declaredValueOfCustoms",
  "insuranceValue",
  "insuranceAmount",
  "handlingInformation",
  "sci",
  "osi",
  "shippingMarks",
  "valuationCharge",
  "tax",
  "destCurrency",
  "exchangeRate",
  "chargesAtDestination",
  "shipperSignature",
  "executedOn",
  "placeOfIssue",
  "issuer",
  "partyCode",
  "referenceNumber",
  "optionalShippingInfo",
] as const;

export const ROLES = ["shipper", "consignee", "notify"] as const;
const LISTS = { lines: LINE_FIELDS, sizes: SIZE_FIELDS, charges: CHARGE_FIELDS } as const;

/** What the server tells beside the boxes. */
export interface WaybillMeta {
  awbPrintId: string | null;
  rowUuid: string;
  state: WaybillState;
  printCount: number;
  revision: number;
  /** Its order and house waybill; empty and null for one that is of no order. */
  orderUuid: string;
  hawbId: string | null;
  orderCode: string;
  editor: string;
  editTime: string;
  differenceReason: string;
  /** Of the order: its goods, and how many houses it has. */
  goodsType: string;
  houses: number;
}

export interface House {
  id: string;
  hawbId: string;
  hawbNumber: string;
  pieces: number | null;
  weight: number | null;
  chargeWeight: number | null;
  awbPrintId: string | null;
  state: WaybillState;
  /** Of its newest message; none when none was made. */
  fhlState?: string | null;
}

/** What there is to print for an order. */
export interface Overview {
  awbNumber: string;
  awbPrintId: string | null;
  state: WaybillState;
  hawbs: House[];
  /** The houses together beside their master; none for a master that goes direct. */
  sums?: HouseSums | null;
}

interface CargoFigures {
  pieces: number;
  weight: number;
  volume: number;
}

export interface HouseSums {
  houses: CargoFigures;
  master: CargoFigures;
  /** What differs, by figure: outside the tolerance or within it. */
  marks: Partial<Record<keyof CargoFigures, { level: "outside" | "differs"; text: string }>>;
}

export interface Sums {
  pieces: number;
  grossWeight: number;
  freight: number;
  prepaid: SumColumn;
  collect: SumColumn;
  ccInDestCurrency: number | null;
  totalCollect: number | null;
}

export interface SumColumn {
  weight: number;
  valuation: number;
  tax: number;
  dueAgent: number;
  dueCarrier: number;
  total: number;
}

export interface Checked {
  findings: Finding[];
  sums: Sums;
  lines: { total: string | null }[];
}

/** A form as it came; members nobody named do not become boxes. */
export function boxesOf(data: Record<string, unknown>, kind: WaybillKind): Values {
  const boxes: Values = { kind };
  for (const name of TEXTS) boxes[name] = text(data[name]);
  for (const role of ROLES) boxes[role] = record(data[role], PARTY_FIELDS);
  for (const [name, fields] of Object.entries(LISTS)) {
    boxes[name] = list(data[name]).map((row) => record(row, fields));
  }
  boxes["specialHandlingCodes"] = list(data["specialHandlingCodes"]).map(text).filter(Boolean);
  return boxes;
}

export function metaOf(data: Record<string, unknown>): WaybillMeta {
  const id = text(data["awbPrintId"]);
  const state = text(data["state"]);
  return {
    awbPrintId: id || null,
    rowUuid: text(data["rowUuid"]),
    state: state === "DRAFT" || state === "DONE" ? state : "NONE",
    printCount: Number(data["printCount"] ?? 0),
    revision: Number(data["revision"] ?? 0),
    orderUuid: text(data["orderUuid"]),
    hawbId: text(data["hawbId"]) || null,
    orderCode: text(data["orderCode"]),
    editor: text(data["editor"]),
    editTime: text(data["editTime"]),
    differenceReason: text(data["differenceReason"]),
    goodsType: text(data["goodsType"]),
    houses: Number(data["houses"] ?? 0),
  };
}

export function emptyLine(): Values {
  return { ...record({}, LINE_FIELDS), weightUnit: "K" };
}

export function emptySize(): Values {
  return record({}, SIZE_FIELDS);
}

export function emptyCharge(): Values {
  return { ...record({}, CHARGE_FIELDS), due: "C" };
}

/** A finding of one code of a box stands at the box. */
export function atBoxes(findings: Finding[]): Finding[] {
  return findings.map((each) => ({ ...each, field: each.field.replace(/^(lines\.\d+\.hsCodes)\.\d+$/, "$1") }));
}

function record(data: unknown, fields: readonly string[]): Values {
  const from = (data ?? {}) as Record<string, unknown>;
  return Object.fromEntries(
    fields.map((name) => [name, name === "hsCodes" ? list(from[name]).map(text).filter(Boolean) : text(from[name])]),
  );
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function text(value: unknown): string {
  return value === null || value === undefined ? "" : String(value);
}
