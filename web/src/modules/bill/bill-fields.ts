/** The boxes of a bill as fields: what can be typed into each. Whether it is right is the server's to say. */
import { PARTY_FIELDS, ROLES } from "@/modules/bill/bill-model";
import type { Field, Section } from "@/platform/contract";
import { type Translate, translate, useText } from "@/platform/i18n";

interface Shape {
  kind?: Field["kind"];
  max?: number;
  options?: readonly string[];
}

const LONG: Shape = { kind: "longText", max: 2000 };
const PLACE: Shape = { kind: "longText", max: 200 };
const FIGURE: Shape = { kind: "text", max: 14 };

const SHAPES: Record<string, Shape> = {
  issueType: { kind: "select", options: ["ORIGINAL", "TELEX", "SEAWAY"] },
  billType: { kind: "select", options: ["ON_BOARD", "RECEIVED"] },
  originals: { kind: "text", max: 2 },
  copies: { kind: "text", max: 2 },
  deliveryAgent: PLACE,
  forwardingAgent: PLACE,
  placeOfReceipt: PLACE,
  portOfLoading: PLACE,
  transhipment: PLACE,
  portOfDischarge: PLACE,
  placeOfDelivery: PLACE,
  finalDestination: PLACE,
  exportReferences: PLACE,
  marks: LONG,
  goodsDesc: { kind: "longText", max: 8000 },
  hsCodes: { kind: "multi" },
  pieces: { kind: "text", max: 10 },
  grossWeight: FIGURE,
  volume: FIGURE,
  freeDays: { kind: "text", max: 2 },
  declaredValue: FIGURE,
  issueDate: { kind: "day" },
  onBoardDate: { kind: "day" },
  signAs: { kind: "select", options: ["CARRIER", "CARRIER_AGENT", "AGENT"] },
  totalInWords: { kind: "longText", max: 200 },
};

const PARTY_SHAPES: Record<string, Shape> = {
  scAddress: LONG,
  printRemark: LONG,
  telNumber: { kind: "text", max: 30 },
  faxNumber: { kind: "text", max: 30 },
  contactTel: { kind: "text", max: 30 },
  scCodeType: { kind: "select", options: ["USCI", "EORI", "EIN", "VAT"] },
};

const ROW_SHAPES: Record<string, Shape> = {
  pieces: { kind: "text", max: 10 },
  weight: FIGURE,
  volume: FIGURE,
  rate: FIGURE,
  prepaid: FIGURE,
  collect: FIGURE,
  currency: { kind: "upper", max: 3 },
  containerNo: { kind: "upper", max: 11 },
};

function fieldOf(name: string, word: string, shape: Shape | undefined, t: Translate): Field {
  const options = shape?.options?.map((value) => {
    const option = t(`bill:option.${name}.${value}`);
    return { value, label: { zh: option, en: option } };
  });
  return {
    name,
    label: { zh: word, en: word },
    kind: shape?.kind ?? "upper",
    maxLength: shape?.max ?? 200,
    ...(options ? { options } : {}),
  };
}

/** The field of a box. */
export function useBillField(): (name: string) => Field {
  const t = useText();
  return (name) => fieldOf(name, t(`bill:box.${name}`), SHAPES[name], t);
}

/** The field of a party's box. */
export function usePartyField(): (name: string) => Field {
  const t = useText();
  return (name) => fieldOf(name, t(`bill:party.${name}`), PARTY_SHAPES[name], t);
}

const ROWS = {
  containers: ["containerNo", "sealNo", "containerType", "pieces", "weight", "volume"],
  charges: ["item", "rate", "per", "prepaid", "collect", "currency"],
} as const;

/** The columns of a grid. */
export function useRowFields(grid: keyof typeof ROWS): Field[] {
  const t = useText();
  return ROWS[grid].map((name) => fieldOf(name, t(`bill:${grid}.${name}`), ROW_SHAPES[name], t));
}

/** Parts of the paper with the boxes in them, for the index and the check list. */
export const PARTS: Record<string, readonly string[]> = {
  bill: ["number", "issueType", "originals", "copies", "billType", "bookingNo", "contractNo", "invoiceNo", "exportReferences"],
  parties: [...ROLES, "deliveryAgent", "forwardingAgent"],
  routing: [
    "preCarriage", "placeOfReceipt", "vessel", "voyage", "portOfLoading", "transhipment", "portOfDischarge",
    "placeOfDelivery", "finalDestination",
  ],
  goods: ["marks", "pieces", "packageKind", "goodsDesc", "hsCodes", "grossWeight", "volume", "totalInWords"],
  containers: ["containers"],
  clauses: [
    "shippersLoad", "saidToContain", "serviceTerm", "freightPrepaid", "freightCollect", "freeDays", "cleanOnBoard",
    "onDeck", "linerTerms",
  ],
  freight: ["freightText", "charges", "declaredValue", "payableAt"],
  signing: ["placeOfIssue", "issueDate", "onBoardDate", "issuer", "signAs", "carrierName"],
};

/** The part a path belongs to; nothing for what concerns the whole. */
export function partOf(path: string): string | undefined {
  const head = path.split(".")[0] ?? "";
  return Object.keys(PARTS).find((part) => PARTS[part]?.includes(head));
}

export function useBillParts(): Section[] {
  const t = useText();
  return Object.entries(PARTS).map(([key, boxes]) => {
    const word = t(`bill:part.${key}`);
    return { key, label: { zh: word, en: word }, fields: boxes.map((name) => fieldOf(name, name, undefined, t)) };
  });
}

/** Where a path stands, in words. */
export function placeOf(path: string, t: Translate = translate): string {
  const [head = "", row = "", column] = path.split(".");
  if (head === "" || head === "reason") return "";
  if (column !== undefined) {
    return t("bill:form.place", { grid: t(`bill:box.${head}`), row: Number(row) + 1, column: t(`bill:${head}.${column}`) });
  }
  if (row && !/^\d+$/.test(row)) return `${t(`bill:box.${head}`)} · ${t(`bill:party.${row}`)}`;
  return row ? `${t(`bill:box.${head}`)} ${Number(row) + 1}` : t(`bill:box.${head}`);
}

/** The fields of a party in the order of the form. */
export function usePartyFields(): { name: string; label: string }[] {
  const t = useText();
  return PARTY_FIELDS.map((name) => ({ name, label: t(`bill:party.${name}`) }));
}
