/** A sea bill of lading as it travels: its boxes, what is told beside them, and how the page keeps both. */
import type { Tone } from "@/platform/contract";
import type { Values } from "@/platform/forms/form-store";

export const BASE = "/sc/blPrint";
/** Longest number of a house bill. */
const HOUSE_NUMBER_MAX = 30;
const MASTER_NUMBER_MAX = 35;

export type BillKind = "MBL" | "HBL";
export type DocState = "NONE" | "DRAFT" | "SENT" | "CHANGED" | "CONFIRMED" | "DONE";
export const DOC_TONES: Record<DocState, Tone> = {
  NONE: "warning",
  DRAFT: "info",
  SENT: "info",
  CHANGED: "warning",
  CONFIRMED: "ready",
  DONE: "done",
};

export const ROLES = ["shipper", "consignee", "notify", "notify2"] as const;
export type Role = (typeof ROLES)[number];

export const PARTY_FIELDS = [
  "scName",
  "scAddress",
  "cityNameEn",
  "nationCode",
  "stateCode",
  "postCode",
  "telNumber",
  "faxNumber",
  "cityCode",
  "contactName",
  "contactTel",
  "accountNo",
  "scCodeType",
  "scCode",
  "aeoCode",
  "printRemark",
] as const;

/** Clauses that are ticked. */
export const CLAUSES = [
  "shippersLoad",
  "saidToContain",
  "freightPrepaid",
  "freightCollect",
  "cleanOnBoard",
  "onDeck",
  "linerTerms",
] as const;

const TEXTS = [
  "number",
  "issueType",
  "originals",
  "copies",
  "billType",
  "deliveryAgent",
  "forwardingAgent",
  "preCarriage",
  "placeOfReceipt",
  "vessel",
  "voyage",
  "portOfLoading",
  "transhipment",
  "portOfDischarge",
  "placeOfDelivery",
  "finalDestination",
  "marks",
  "pieces",
  "packageKind",
  "goodsDesc",
  "grossWeight",
  "volume",
  "serviceTerm",
  "freeDays",
  "totalInWords",
  "freightText",
  "declaredValue",
  "placeOfIssue",
  "issueDate",
  "onBoardDate",
  "payableAt",
  "issuer",
  "signAs",
  "carrierName",
  "bookingNo",
  "contractNo",
  "exportReferences",
  "invoiceNo",
] as const;

const GRIDS = {
  containers: ["containerNo", "sealNo", "containerType", "pieces", "weight", "volume"],
  charges: ["item", "rate", "per", "prepaid", "collect", "currency"],
} as const;

/** What the server tells of a bill beside its boxes. */
export interface BillMeta {
  blId: string | null;
  rowUuid: string;
  kind: BillKind;
  docState: DocState;
  custodyState: string;
  orderCode: string;
  closed: boolean;
  editor: string;
  editTime: string;
  printCount: number;
  originalPrints: number;
  finishedTimes: number;
  differenceReason: string;
}

/** A row of the list at the left. */
export interface BillRow {
  blId: string;
  rowUuid: string;
  kind: BillKind;
  number: string;
  issueType: string;
  originals: string;
  copies: string;
  docState: DocState;
  custodyState: string;
}

/** The bills of an order. */
export interface Bills {
  orderUuid: string;
  orderCode: string;
  coopName: string | null;
  /** The order has the carrier's bill alone. */
  noHouses: boolean;
  closed: boolean;
  /** In what the house bills differ from their master. */
  differs: string[];
  bills: BillRow[];
}

/** What a bill that is not stored yet begins with: its kind, and the bill it is copied from. */
export interface BillKey {
  orderUuid: string;
  kind: BillKind;
  blId: string | null;
  from: string | null;
}

/** Every box of a form, as the server takes it: emptied boxes are empty texts. */
export function contentOf(values: Values): Values {
  const content: Values = { kind: values["kind"] };
  for (const name of TEXTS) content[name] = text(values[name]);
  for (const name of CLAUSES) content[name] = values[name] === true;
  for (const role of ROLES) content[role] = record(values[role], PARTY_FIELDS);
  for (const [name, fields] of Object.entries(GRIDS)) content[name] = list(values[name]).map((row) => record(row, fields));
  content["hsCodes"] = list(values["hsCodes"]).map((code) => text(code).toUpperCase()).filter(Boolean);
  return content;
}

export function metaOf(data: Values): BillMeta {
  return {
    blId: text(data["blId"]) || null,
    rowUuid: text(data["rowUuid"]),
    kind: data["kind"] === "HBL" ? "HBL" : "MBL",
    docState: (text(data["docState"]) || "NONE") as DocState,
    custodyState: text(data["custodyState"]) || "UNSIGNED",
    orderCode: text(data["orderCode"]),
    closed: data["closed"] === true,
    editor: text(data["editor"]),
    editTime: text(data["editTime"]),
    printCount: Number(data["printCount"] ?? 0),
    originalPrints: Number(data["originalPrints"] ?? 0),
    finishedTimes: Number(data["finishedTimes"] ?? 0),
    differenceReason: text(data["differenceReason"]),
  };
}

/**
 * What typing leaves of a number, as the server cleans it: of a house bill letters, digits and Chinese, which its rule
 * reports; of a master bill letters, digits, hyphens and slashes. Upper case, cut.
 */
export function cleanNumber(kind: BillKind, typed: string): string {
  const others = kind === "HBL" ? /[^A-Za-z0-9\u4e00-\u9fff]/g : /[^A-Za-z0-9/-]/g;
  const most = kind === "HBL" ? HOUSE_NUMBER_MAX : MASTER_NUMBER_MAX;
  return [...typed.replaceAll(others, "").toUpperCase()].slice(0, most).join("");
}

/** Nothing typed in a box, a party or a list; a clause that is not ticked says nothing either. */
export function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isEmpty);
  if (value !== null && typeof value === "object") return Object.values(value).every(isEmpty);
  return value === "" || value === null || value === undefined || value === false;
}

function record(data: unknown, fields: readonly string[]): Values {
  const from = (data ?? {}) as Values;
  return Object.fromEntries(fields.map((name) => [name, text(from[name])]));
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function text(value: unknown): string {
  return value === null || value === undefined ? "" : String(value);
}
