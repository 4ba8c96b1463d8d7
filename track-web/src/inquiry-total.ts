// What an answer comes to while it is typed, by the rule of the server: digits alone, never binary fractions.

import type { Answer } from "./inquiry-call";

/** Decimals of prices and of weights. */
const PRICE = 4;
const WEIGHT = 3;
const MONEY = 2;

/** A typed figure in its smallest unit; nothing when it is none, or finer than its unit. */
export function scaled(text: string | null | undefined, decimals: number): bigint | undefined {
  const parts = /^(\d{1,12})(?:\.(\d+))?$/.exec((text ?? "").trim());
  if (!parts) return undefined;
  const [, whole = "", fraction = ""] = parts;
  if (fraction.length > decimals) return undefined;
  return BigInt(whole + fraction.padEnd(decimals, "0"));
}

/** A figure of cents as it is read. */
export function money(cents: bigint): string {
  const digits = cents.toString().padStart(MONEY + 1, "0");
  return `${digits.slice(0, -MONEY)}.${digits.slice(-MONEY)}`;
}

function halfUp(number: bigint, divisor: bigint): bigint {
  return (number + divisor / 2n) / divisor;
}

/** A price times thousandths of something, in cents. */
function times(price: bigint, thousandths: bigint): bigint {
  return halfUp(price * thousandths, 10n ** BigInt(PRICE + WEIGHT - MONEY));
}

function freight(answer: Pick<Answer, "breaks" | "minimum">, weight: bigint): bigint | undefined {
  const steps = answer.breaks.flatMap(({ fromKg, price }) => {
    const [from, each] = [scaled(fromKg, WEIGHT), scaled(price, PRICE)];
    return from === undefined || !each ? [] : [{ from, each }];
  });
  steps.sort((one, other) => (one.from < other.from ? -1 : 1));
  const own = steps.filter(({ from }) => from <= weight).length;
  // The break of the weight and every higher one, whose own weight may cost less.
  const costs = steps.slice(Math.max(own - 1, 0)).map(({ from, each }) => times(each, from > weight ? from : weight));
  const least = scaled(answer.minimum, MONEY);
  if (costs.length === 0) return undefined;
  const cheapest = costs.reduce((one, other) => (other < one ? other : one));
  return least !== undefined && cheapest < least ? least : cheapest;
}

/** The total and what it is for one kilogram, or nothing while there is no price. */
export function totalOf(
  answer: Pick<Answer, "breaks" | "extras" | "minimum" | "lumpSum">,
  chargeWeight: string | null,
  pieces: number,
): { total: string; perKg: string } | undefined {
  const weight = scaled(chargeWeight, WEIGHT);
  if (!weight) return undefined;
  const base = answer.lumpSum.trim() ? scaled(answer.lumpSum, MONEY) : freight(answer, weight);
  if (!base) return undefined;
  const counts: Record<string, bigint> = { KG: weight, PIECE: BigInt(pieces) * 1000n, SHIPMENT: 1000n };
  const extras = answer.extras.map(({ basis, price }) => times(scaled(price, PRICE) ?? 0n, counts[basis] ?? 0n));
  const total = extras.reduce((sum, extra) => sum + extra, base);
  return { total: money(total), perKg: money(halfUp(total * 1000n, weight)) };
}
