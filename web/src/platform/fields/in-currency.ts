/** Money of a currency is shown and typed with the decimals of that currency: yen have none. */
import type { Field } from "@/platform/contract";

const known = new Map<string, number | undefined>();

/** Decimals of a currency by its code, as ISO 4217 has them; of what is no code nothing is known. */
export function decimalsOf(code: unknown): number | undefined {
  if (typeof code !== "string" || !/^[A-Z]{3}$/.test(code)) return undefined;
  if (!known.has(code)) {
    known.set(code, new Intl.NumberFormat("en-US", { style: "currency", currency: code }).resolvedOptions().maximumFractionDigits);
  }
  return known.get(code);
}

/** The field with the decimals of the currency that its row names, or what stands around the row. */
export function inCurrency<F extends Pick<Field, "currencyOf" | "digits">>(field: F, row: Record<string, unknown> | undefined, around?: (member: string) => unknown): F {
  const { currencyOf } = field;
  if (!currencyOf) return field;
  const decimals = decimalsOf(row?.[currencyOf] ?? around?.(currencyOf));
  return decimals === undefined ? field : { ...field, digits: decimals };
}
