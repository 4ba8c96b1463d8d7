/** What the calls of 海铁陆跟踪 tell. */
import type { Tone } from "@/platform/contract";

export const BASE = "/sc/track";

/** What becomes of an event of a file. */
type Result = "STORED" | "REPEATED" | "CODE" | "ORDER" | "BAD";

export interface ImportRow {
  /** Segment, event or row of the file. */
  place: number;
  /** The event as the file calls it, and as we do. */
  told: string;
  name: string;
  numbers: string;
  containerNo: string;
  at: string;
  time: string | null;
  result: Result;
  /** Codes of the orders it is put to. */
  orders: string[];
  /** Why it is not, and what was unusual. */
  notes: string[];
}

export interface Imported {
  form: string;
  /** Whose codes the file speaks. */
  from: string;
  total: number;
  stored: number;
  repeated: number;
  unknown: number;
  unmatched: number;
  bad: number;
  rows: ImportRow[];
  /** What was unusual about all of it. */
  notes?: string[];
}

export const RESULT_TONES: Record<Result, Tone> = {
  STORED: "done",
  REPEATED: "neutral",
  CODE: "warning",
  ORDER: "info",
  BAD: "danger",
};

export type Mode = "sea" | "rail" | "road" | "other";

/** The events of a mode. */
export interface ModeCodes {
  mode: Mode;
  codes: { code: string; zh: string; en: string }[];
}
