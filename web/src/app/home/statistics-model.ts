/** 业务统计: what the server counted per scope and day, and what stands where it counted nothing. */
import { asNumber, formatFigure } from "@/platform/format";
import { encodeQuery } from "@/platform/navigate";
import { SCOPES, type Scope } from "@/platform/scopes";
import { read, write } from "@/platform/storage";

/** Today and the six days before it. */
export const DAYS = 7;

/** One line of the answer: a figure of a scope, today (num_0) back to six days ago (num_6). */
export interface StatisticsLine {
  business_scope: string;
  org_id?: string;
  /** What is counted, in the caller's language. */
  type: string;
  [num: `num_${number}`]: number | string | null;
}

/** One row of the table. */
export interface StatisticsRow {
  type: string;
  /** As they are written, today first. */
  figures: string[];
  /** As they are drawn. */
  values: number[];
}

const AIR = ["count", "tonnes"];
const SEA_AND_RAIL = ["count", "chargeableTonnes", "teu"];

/** What is counted in each scope: the last part of the keys of its words. */
const TYPES: Record<Scope, string[]> = {
  AE: AIR,
  AI: AIR,
  SE: SEA_AND_RAIL,
  SI: SEA_AND_RAIL,
  TE: SEA_AND_RAIL,
  TI: SEA_AND_RAIL,
  LC: ["count", "chargeableTonnes"],
  IO: ["count"],
};

export function isScope(value: string): value is Scope {
  return (SCOPES as readonly string[]).includes(value);
}

/** The rows of a scope; where nothing was counted, those it would have, with zeros. `word` names what is counted. */
export function rowsOf(lines: StatisticsLine[], scope: Scope, word: (type: string) => string): StatisticsRow[] {
  const found = lines.filter((line) => line.business_scope === scope);
  if (found.length > 0) return found.map((line) => rowOf(line.type, (day) => line[`num_${day}`]));
  return TYPES[scope].map((type) => rowOf(word(type), () => 0));
}

function rowOf(type: string, figure: (day: number) => number | string | null | undefined): StatisticsRow {
  const given = Array.from({ length: DAYS }, (_, day) => figure(day) ?? 0);
  return {
    type,
    figures: given.map((each) => formatFigure(each, digitsOf(each))),
    values: given.map((each) => asNumber(each) ?? 0),
  };
}

/** Decimals of a figure stay those the server wrote. */
function digitsOf(figure: number | string): number {
  return String(figure).split(".")[1]?.length ?? 0;
}

const DAY_MS = 86_400_000;

/** The days of the business up to now, today first: `2026-07-01`. */
export function lastDays(now: Date): string[] {
  const today = Date.parse(now.toLocaleDateString("sv-SE", { timeZone: "Asia/Shanghai" }));
  return Array.from({ length: DAYS }, (_, back) => new Date(today - back * DAY_MS).toISOString().slice(0, 10));
}

/** The business analysis of a scope over these days. */
export function analysisLink(scope: string, days: string[]): string {
  const asked = { businessScope: scope, orderUnit: "day", flightDateStart: days.at(-1), flightDateEnd: days[0] };
  return `/css_report_business_analysis?o=${encodeQuery(btoa(JSON.stringify(asked)))}`;
}

const LAST_TAB = "lastChartTab";

/** The tab chosen last on this device. */
export function lastTab(): string {
  return read(LAST_TAB) || SCOPES[0];
}

export function keepTab(scope: Scope): void {
  write(LAST_TAB, scope);
}
