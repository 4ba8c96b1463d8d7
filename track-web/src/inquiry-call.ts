// The calls of the quotation page. The public name of the agent's row and its code open it.

import type { Sender } from "./record";
import { get, post, there, upload, type Asking } from "./wire";

const BASE = "/afbase/external/inquiry";

type Text = string | null;
/** A word the server has in both languages. */
export interface Named {
  zh: string;
  en: string;
}

/** The price of a kilogram from a weight on, as it is typed. */
export interface Break {
  fromKg: string;
  price: string;
}

/** A charge beside the freight, as it is typed. */
export interface Extra {
  code: string;
  basis: string;
  price: string;
}

/** The fields of an answer that are one value each. */
export const FIELDS = [
  "priceMode", "currency", "lumpSum", "minimum", "carrierCode", "route", "flightPlan", "transitDays", "space", "freeStorage", "validFrom", "validTo",
  "conditions", "contactName", "contactEmail",
] as const;
export type AnswerField = (typeof FIELDS)[number];

/** An answer as the server keeps it. */
export interface StoredAnswer extends Record<Exclude<AnswerField, "transitDays">, Text> {
  version: number;
  transitDays: number | null;
  breaks: Break[];
  extras: (Extra & { least: Text; most: Text })[];
  total: Text;
  perKg: Text;
}

/** A file of the answer. */
export interface AnswerFile {
  id: string;
  name: string;
  size: number;
}

/** What is asked, and what was answered so far. */
export interface Inquiry extends Sender {
  inquiryCode: string;
  departureStation: string;
  departureName: Named | null;
  arrivalStation: string;
  arrivalName: Named | null;
  finalPlace: Text;
  term: Text;
  transitAllowed: boolean;
  readyDate: Text;
  latestDate: Text;
  wishFlight: Text;
  goodsNameCn: Text;
  goodsNameEn: Text;
  goodsType: Named | null;
  batteryType: Named | null;
  unNumber: Text;
  dgClass: Text;
  packingGroup: Text;
  temperature: Text;
  stackable: boolean;
  turnable: boolean;
  pieces: number;
  packageType: Named | null;
  weight: Text;
  volume: Text;
  chargeWeight: Text;
  density: Text;
  dimensions: { length: number; width: number; height: number; pieces: number }[] | null;
  services: ("pickUp" | "storage" | "customs" | "clearance" | "delivery" | "insurance")[] | null;
  answerBy: Text;
  /** The server's clock, in the time of all its times. */
  now: string;
  closed: boolean;
  state: string;
  currencies: string[] | null;
  quote: StoredAnswer | null;
  files: AnswerFile[] | null;
}

/** What opens the page. */
export interface Link {
  o: string;
  code: string;
}

/** What is sent as an answer. */
export interface Answer extends Record<AnswerField, string> {
  breaks: Break[];
  extras: Extra[];
  files: string[];
}

/** What became of an answer. */
export interface Taken {
  version: number;
  total: Text;
  perKg: Text;
  currency: string;
}

/** What is asked by a link. */
export function inquiry(asking: Asking, { o, code }: Link): Promise<Inquiry> {
  return get<Inquiry>(gone(asking), `${BASE}/${encodeURIComponent(o)}`, { code }).then(there);
}

/** Answers with a price. */
export function submit(asking: Asking, link: Link, answer: Answer): Promise<Taken> {
  return post<Taken>(gone(asking), `${BASE}/quote`, { ...link, ...answer }).then(there);
}

/** Answers that there will be no price. */
export function decline(asking: Asking, link: Link, reason: string): Promise<null> {
  return post<null>(gone(asking), `${BASE}/decline`, { ...link, reason });
}

/** Brings a file of the answer. */
export function bring(asking: Asking, { o, code }: Link, file: File): Promise<AnswerFile> {
  return upload<AnswerFile>(gone(asking), `${BASE}/upload`, { o, code }, file).then(there);
}

function gone(asking: Asking): Asking {
  return { ...asking, gone: "quote.invalid" };
}
