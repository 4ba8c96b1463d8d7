/** What the server tells of the months of a company. */
import type { Row, Tone } from "@/platform/contract";

export const BASE = "/css/period";

export type PeriodState = "NONE" | "OPEN" | "CLOSED";

/** A month; the one that can be opened has no figures, and money is told to those who may see it. */
export interface Period {
  month: string;
  state: PeriodState;
  orders?: number;
  locked?: number;
  unlocked?: number;
  income?: string;
  cost?: string;
  profit?: string;
  /** Documents that wait for a voucher, and receipts nobody claimed. */
  openSources?: number;
  unclaimed?: number;
  /** Whether 期末调汇 was made. */
  revalued?: boolean;
  closer?: string | null;
  closeTime?: string | null;
}

export interface CheckItem {
  mark: "✓" | "⚠" | "✗";
  text: string;
}

/** What a list of 期末调汇 or 期末暂估 tells of its month: the run there is, or what one would come to. */
export interface Run {
  made: boolean;
  voucher: string | null;
  reversal: string | null;
  rows: Record<string, string>[];
  rates?: { currency: string; rate: string | null }[];
  gain?: string;
  income?: string;
  cost?: string;
}

const MONEY = ["income", "cost", "profit"] as const;
const PAPERS = ["openSources", "unclaimed", "revalued"] as const;
const NAMES = ["month", "state", "orders", "locked", "unlocked", ...MONEY, ...PAPERS, "closer", "closeTime"] as const;
export type PeriodColumn = (typeof NAMES)[number];
export type PeriodRow = Period & Row;

export const STATE_TONE: Record<PeriodState, Tone> = { NONE: "neutral", OPEN: "ready", CLOSED: "done" };
export const MARK_TONE: Record<CheckItem["mark"], Tone> = { "✓": "done", "⚠": "warning", "✗": "danger" };

export const isMoney = (name: string): boolean => MONEY.some((each) => each === name);

const isPaper = (name: string): boolean => PAPERS.some((each) => each === name);

/** Columns in their order; what no row tells of has none. */
export function columnsOf(periods: Period[]): PeriodColumn[] {
  return NAMES.filter((name) => !(isMoney(name) || isPaper(name)) || periods.some((period) => period[name] !== undefined));
}

/** Months newest first. */
export function rowsOf(periods: Period[]): PeriodRow[] {
  return periods.map((period) => ({ ...period, id: period.month })).toSorted((one, other) => other.month.localeCompare(one.month));
}

/** The only month that can be reopened. */
export function newestClosed(periods: Period[]): string | undefined {
  return periods.filter(({ state }) => state === "CLOSED").map(({ month }) => month).toSorted().at(-1);
}
