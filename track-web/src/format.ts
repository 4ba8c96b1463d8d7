// Figures, times and sizes as the page writes them. Decimals are handled as digits in text, never as binary fractions.

import type { Figure } from "./record";

/** What stands where there is nothing to show. */
export const NOTHING = "-";

interface Digits {
  negative: boolean;
  whole: string;
  fraction: string;
}

const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;

/** Reads a figure into its digits, or nothing when it is not a decimal number. */
function digits(figure: Figure): Digits | undefined {
  const parts = DECIMAL.exec(String(figure ?? "").trim().replace(/,/g, ""));
  if (!parts) return undefined;
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = parts;
  if (whole === "" && fraction === "") return undefined;
  const point = whole.length + Number(exponent);
  // A figure of an order never has a hundred places; one that claims so is not a figure.
  if (Math.abs(point) > 100) return undefined;
  const all = `${"0".repeat(Math.max(0, -point))}${whole}${fraction}`.padEnd(Math.max(point, 0), "0");
  const at = Math.max(point, 0);
  return { negative: sign === "-", whole: all.slice(0, at).replace(/^0+(?=\d)/, "") || "0", fraction: all.slice(at) };
}

/** The figure as an integer of its last wanted place, rounded half away from zero; nothing when it is no number. */
export function scaled(figure: Figure, places: number): bigint | undefined {
  const read = digits(figure);
  if (!read) return undefined;
  const kept = BigInt(read.whole + read.fraction.slice(0, places).padEnd(places, "0"));
  const rounded = (read.fraction[places] ?? "0") >= "5" ? kept + 1n : kept;
  return read.negative ? -rounded : rounded;
}

/** Whether there is no figure: empty, not a number, or zero. */
export function isEmpty(figure: Figure): boolean {
  const read = digits(figure);
  return !read || /^0*$/.test(read.whole + read.fraction);
}

/** A figure with fixed places and thousands separators; nothing and zero show "-". */
export function decimal(figure: Figure, places: number): string {
  const value = isEmpty(figure) ? undefined : scaled(figure, places);
  if (value === undefined) return NOTHING;
  const kept = (value < 0n ? -value : value).toString().padStart(places + 1, "0");
  const whole = kept.slice(0, kept.length - places).replace(/\B(?=(\d{3})+$)/g, ",");
  const fraction = places > 0 ? `.${kept.slice(-places)}` : "";
  return `${value < 0n ? "-" : ""}${whole}${fraction}`;
}

/** Pieces: no decimals. */
export const pieces = (figure: Figure): string => decimal(figure, 0);
/** Gross weight: one decimal. */
export const weight = (figure: Figure): string => decimal(figure, 1);
/** Volume and chargeable weight: three decimals. */
export const volume = (figure: Figure): string => decimal(figure, 3);

/** Density: at most two decimals, without trailing zeros. */
export function density(figure: Figure): string {
  const fixed = decimal(figure, 2);
  return fixed.includes(".") ? fixed.replace(/0+$/, "").replace(/\.$/, "") : fixed;
}

const INSTANT = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}))?/;

/** A time to the minute, yyyy-MM-dd HH:mm. The server writes local wall-clock times: no zone is applied here. */
export function minute(time: string | null | undefined): string {
  const parts = INSTANT.exec(time ?? "");
  if (!parts) return time || NOTHING;
  return parts[2] ? `${parts[1]} ${parts[2]}` : (parts[1] ?? NOTHING);
}

/** A day, yyyy-MM-dd. */
export function day(time: string | null | undefined): string {
  return INSTANT.exec(time ?? "")?.[1] ?? (time || NOTHING);
}

/** A text, or "-" where there is none. */
export function text(value: string | null | undefined): string {
  return value?.trim() || NOTHING;
}

/** The texts that are there, joined; "-" where there is none. */
export function joined(parts: (string | null | undefined)[], between: string): string {
  return parts.filter((part) => part && part !== NOTHING).join(between) || NOTHING;
}
