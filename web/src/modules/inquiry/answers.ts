/** The answers of an inquiry as the server puts them side by side. Money is there for those alone who may see costs. */
import { get } from "@/platform/call/client";
import type { Label, Tone } from "@/platform/contract";

export interface Price {
  priceMode: "NET" | "ALL_IN";
  currency: string;
  unit: string | null;
  fromKg: string | null;
  minimum: string | null;
  lumpSum: string | null;
  freight: string;
  extras: { code: string; amount: string }[];
  total: string;
  perKg: string;
  /** The total in the currency that is compared in. */
  baseTotal?: string | null;
  difference: string | null;
  differencePercent: string | null;
  lowest: boolean;
}

export interface Answer {
  askedId: string;
  agentId?: string;
  agentName: string;
  state: string;
  stateLabel: (Label & { tone: Tone }) | null;
  round: number;
  byLink: boolean;
  sentTime: string | null;
  answerBy: string | null;
  answeredTime: string | null;
  views: number;
  declineReason: string | null;
  chooseReason: string | null;
  quoteVersion?: number;
  quoteId?: string;
  /** Whether it is the agent's newest answer. */
  newest?: boolean;
  /** Whether choosing it wants a reason. */
  needsReason?: boolean;
  versions?: { quoteId: string; version: number; round: number; time: string }[];
  /** Charges other net answers name and this one does not. */
  missing?: string[];
  carrierCode?: string | null;
  route?: string | null;
  flightPlan?: string | null;
  transitDays?: number | null;
  space?: "YES" | "WAIT" | "NO" | null;
  freeStorage?: string | null;
  validFrom?: string;
  validTo?: string;
  expired?: boolean;
  fastest?: boolean;
  conditions?: string | null;
  contactName?: string | null;
  contactEmail?: string | null;
  files?: { id: string; name: string; size: number }[];
  price?: Price | null;
}

/** A published rate of the route, priced at the same weight. */
export interface Published {
  carrierCode: string;
  source: "OWN" | "PLATFORM";
  validFrom: string;
  validTo: string;
  price: Omit<Price, "priceMode" | "fromKg" | "minimum" | "lumpSum" | "lowest">;
}

export interface Comparison {
  chargeWeight: number;
  pieces: number;
  answers: Answer[];
  published?: Published[];
  id?: string;
  version?: number;
  inquiryCode?: string;
  state?: string;
  departureStation?: string;
  arrivalStation?: string;
  goodsNameCn?: string;
  readyDate?: string;
  ownWeight?: number;
  ownVolume?: number | null;
  currency?: string;
  currencies?: string[];
  targetPrice?: string | null;
  targetCurrency?: string | null;
  /** Until when another round would have time. */
  roundAnswerBy?: string;
  /** Codes of what the user may do. */
  can?: string[];
}

const BASE = "/afbase/enquiry";
export const pathOf = (inquiry: string, rest: string): string => `${BASE}/${encodeURIComponent(inquiry)}/${rest}`;
export const filePath = (id: string): string => `${BASE}/file/${encodeURIComponent(id)}`;

/** The answers at the inquiry's own weight. */
export function comparison(inquiry: string): Promise<Comparison> {
  return get<Comparison>(pathOf(inquiry, "compare"), undefined, { quiet: true });
}
