/** Figures and days as they are shown. Calculation is the server's; nothing here changes a value. */
import { roundText } from "@/platform/decimal";

/** What an empty figure shows. */
export const EMPTY = "-";

/** 1234567.5 with one decimal → 1,234,567.5; empty and zero → '-'. */
export function formatNumber(value: unknown, digits: number): string {
  const number = asNumber(value);
  if (number === null || number === 0) return EMPTY;
  return grouped(number, digits);
}

/** As `formatNumber`, and a zero stays a zero: totals and money. */
export function formatFigure(value: unknown, digits: number): string {
  const number = asNumber(value);
  return number === null ? EMPTY : grouped(number, digits);
}

/** Decimals shown by measure. */
export const DIGITS = { pieces: 0, weight: 1, volume: 3, chargeWeight: 3 } as const;

export function asNumber(value: unknown): number | null {
  if (value === null || value === undefined || value === "") return null;
  const number = typeof value === "number" ? value : Number(value);
  return Number.isFinite(number) ? number : null;
}

const formats = new Map<number, Intl.NumberFormat>();

function grouped(number: number, digits: number): string {
  let format = formats.get(digits);
  if (!format) {
    format = new Intl.NumberFormat("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
    formats.set(digits, format);
  }
  return format.format(Number(roundText(String(number), digits)));
}
