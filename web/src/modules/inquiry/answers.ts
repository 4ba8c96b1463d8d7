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
  difference: string | null;
  differencePercent: string | null;
  lowest: boolean;
}

export interface Answer {
  askedId: string;
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

export interface Comparison {
  chargeWeight: number;
  pieces: number;
  answers: Answer[];
}

const BASE = "/afbase/enquiry";
export const pathOf = (inquiry: string, rest: string): string => `${BASE}/${encodeURIComponent(inquiry)}/${rest}`;
export const filePath = (id: string): string => `${BASE}/file/${encodeURIComponent(id)}`;

/** The answers at a weight; at the inquiry's own without one. */
export function comparison(inquiry: string, weight?: number | null): Promise<Comparison> {
  return get<Comparison>(pathOf(inquiry, "compare"), weight ? { weight } : undefined, { quiet: true });
}
