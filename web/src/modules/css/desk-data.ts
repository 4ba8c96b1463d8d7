/** What the settlement desk tells. */
import type { Label, Tone } from "@/platform/contract";
import { encodeQuery } from "@/platform/navigate";
import { SCOPES, type Scope } from "@/platform/scopes";

export const CALL = "/css/desk";

export type Side = "income" | "cost" | "profit";
export type Block = "receivable" | "payable" | "books";
export const BLOCKS: readonly Block[] = ["receivable", "payable", "books"];

/** How many, and what they are worth where the user may see that. */
interface Figures {
  count: number;
  amount?: string;
}

export interface DeskCard extends Figures {
  key: string;
  block: Block;
  label: Label;
  tone: Tone | "";
  /** Page of the list that was counted, and the filter that finds what was; a page without one is opened as it is. */
  list: string;
  filter?: string;
  /** All filters it was counted by, the scope among them: a card of bills or payments. */
  query?: Record<string, string>;
  /** What the amount is of. */
  of?: Side;
  /** The same of each scope: the list is of one. */
  scopes?: (Figures & { scope: Scope })[];
  /** What was counted, by name. */
  names?: string[];
}

/** What a month brought; money is told to those who may see it. */
export type DeskMonth = { month: string; rate?: string | null } & Partial<Record<Side, string>>;

export interface DeskReport {
  path: string;
  title: Label;
  group: boolean;
}

/** A customer that owes something beyond its day. */
export interface DeskOverdue {
  code: string;
  name: string;
  amount: string;
  days: number;
  sales: string | null;
}

export interface Desk {
  cards: DeskCard[];
  /** Those that owe most, for who may see income. */
  overdue?: DeskOverdue[];
  months?: DeskMonth[];
  reports: DeskReport[];
}

/** What the desk is asked for; it lives in the address. */
export interface DeskAsk {
  businessScope?: string;
  mine?: string;
}

/** The list of a card, with the filters it was counted by. */
export function hrefOf({ list, filter, key, query: own }: DeskCard, { businessScope, mine }: DeskAsk): string {
  if (!filter && !own) return list;
  const query = own ?? { [filter ?? ""]: key, businessScope, mine };
  const given = Object.entries(query).filter((pair): pair is [string, string] => Boolean(pair[1]));
  return `${list}?${given.map(([name, value]) => `${name}=${encodeQuery(value)}`).join("&")}`;
}

/** The scope a card leads to: the only one it counts in, or any where nothing waits. */
export function scopeOf({ scopes }: DeskCard, { businessScope }: DeskAsk): string | undefined {
  if (businessScope || !scopes) return businessScope;
  return scopes.length > 1 ? undefined : (scopes[0]?.scope ?? SCOPES[0]);
}

/** The notes of a customer that are overdue. */
export const overdueOf = ({ code }: DeskOverdue): string => `/af_css_debit_note?overdue=true&customerName=${encodeQuery(code)}`;

export const SIDES: readonly Side[] = ["income", "cost", "profit"];

/** The sides the months tell of. */
export const sidesOf = (months: DeskMonth[]): Side[] => SIDES.filter((side) => months.some((month) => month[side] !== undefined));
