/** A look-up of rates: what is asked, and what is answered. */
import type { Field } from "@/platform/contract";
import type { Values } from "@/platform/forms/form-store";
import { labelPair } from "@/platform/i18n";

export interface Candidate {
  rateClass: string;
  from: number;
  rate: number;
  weight: number;
  total: number;
}

export interface Charge {
  code: string;
  due: string;
  basis: string;
  rate: number;
  quantity: string;
  amount: number;
  currency: string;
}

/** One carrier's rate; without a weight nothing of it is priced. */
export interface QuoteRow {
  rowId: string;
  source: "OWN" | "PLATFORM";
  carrierCode: string;
  carrierName: string;
  departure: string;
  arrival: string;
  currency: string;
  validFrom: string;
  validTo: string;
  minimum: number | null;
  breaks: { from: number; rate: number }[];
  weight: number;
  rateClass?: string;
  commodityItemNo?: string;
  rate?: number;
  chargeWeight?: number;
  total?: number;
  over?: { weight: number; rate: number; total: number } | null;
  candidates?: Candidate[];
  gapKg: number | null;
  next?: Candidate | null;
  surcharges: Charge[];
  surchargeTotal: number;
  freightTotal: number | null;
  cheapest: boolean;
}

/** Made when the page opens, so that the labels are in the language of the moment. */
export function quoteFields() {
  const weight = { kind: "decimal", min: 0, digits: 1, unit: "KG" } as const;
  const fields = {
    departureStation: { name: "departureStation", kind: "reference", reference: "airport", required: true, label: labelPair("base:quote.from") },
    arrivalStation: { name: "arrivalStation", kind: "reference", reference: "airport", required: true, label: labelPair("base:quote.to") },
    carrierCode: { name: "carrierCode", kind: "reference", reference: "carrier", label: labelPair("base:quote.carrier") },
    date: { name: "date", kind: "day", required: true, label: labelPair("base:quote.date") },
    pieces: { name: "pieces", kind: "int", min: 0, label: labelPair("base:quote.pieces") },
    grossWeight: { name: "grossWeight", ...weight, label: labelPair("base:quote.gross") },
    volume: { name: "volume", kind: "decimal", min: 0, digits: 3, unit: "CBM", label: labelPair("base:quote.volume") },
    weight: { name: "weight", ...weight, label: labelPair("base:quote.chargeable"), help: labelPair("base:quote.chargeableHint") },
    itemNo: { name: "itemNo", kind: "text", maxLength: 4, label: labelPair("base:quote.item") },
    uldType: { name: "uldType", kind: "upper", maxLength: 3, label: labelPair("base:quote.uld") },
  } satisfies Record<string, Field>;
  return fields as Record<keyof typeof fields, Field>;
}

/** What is sent: the fields that are filled in. */
export function quoteQuery(values: Values): Record<string, string> {
  const filled = Object.entries(values).filter(([, value]) => value !== null && value !== undefined && value !== "");
  return Object.fromEntries(filled.map(([name, value]) => [name, String(value)]));
}

/** Worth telling: the next break is cheaper a little further up. */
const NEAR = 0.2;

export function nearNext(row: QuoteRow): { gap: number; next: Candidate } | null {
  if (!row.gapKg || !row.next || !row.chargeWeight) return null;
  return row.gapKg <= row.chargeWeight * NEAR ? { gap: row.gapKg, next: row.next } : null;
}
