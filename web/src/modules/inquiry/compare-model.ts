/** What a comparison is asked for: weight and volume, the currency it is told in, and which of an agent's answers. */
import { type Comparison, pathOf } from "@/modules/inquiry/answers";
import { get } from "@/platform/call/client";
import type { Values } from "@/platform/forms/form-store";

/** The figures a page asks with; what is empty is the inquiry's own. */
export interface Asked {
  weight: string;
  volume: string;
  base: string;
  /** What one of a currency is worth in the base. */
  rates: Record<string, string>;
  /** The answer that is shown in place of an agent's newest, by the agent's row. */
  shown: Record<string, string>;
}

export const NOTHING_ASKED: Asked = { weight: "", volume: "", base: "", rates: {}, shown: {} };

/** Members of the address of a call. */
export function queryOf({ weight, volume, base, rates, shown }: Asked): Record<string, string> {
  const named = Object.entries(rates).filter(([code, rate]) => rate && code !== base);
  const query = {
    weight, volume, base, rates: named.map(([code, rate]) => `${code}:${rate}`).join(","), quotes: Object.values(shown).join(","),
  };
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ""));
}

export function comparisonAt(inquiry: string, asked: Asked): Promise<Comparison> {
  return get<Comparison>(pathOf(inquiry, "compare"), queryOf(asked), { quiet: true });
}

/** Address of the workbook of what is shown. */
export function workbookPath(inquiry: string, asked: Asked, names: boolean): string {
  const query = new URLSearchParams({ ...queryOf(asked), names: String(names) });
  return `${pathOf(inquiry, "compare/export")}?${query.toString()}`;
}

const text = (value: unknown): string => (value === null || value === undefined ? "" : String(value));

/** The figures as they stand in the boxes of the page. */
export function askedOf(values: Values, shown: Asked["shown"]): Asked {
  const rates = (values["rates"] ?? {}) as Values;
  return {
    weight: text(values["weight"]), volume: text(values["volume"]), base: text(values["base"]),
    rates: Object.fromEntries(Object.entries(rates).map(([code, rate]) => [code, text(rate)])), shown,
  };
}
