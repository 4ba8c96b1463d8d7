// When an actual value counts as different from the planned one. All comparisons are exact.

import { isEmpty, scaled } from "./format";
import type { Figure } from "./record";

const PLACES = 6;
const ONE = 10n ** BigInt(PLACES);
const WEIGHT_PERCENT = 3n;
const WEIGHT_MOST = 100n * ONE;
const VOLUME_LOW_PERCENT = 90n;
const VOLUME_HIGH_PERCENT = 110n;

function differs(plan: Figure, confirm: Figure, rule: (plan: bigint, confirm: bigint) => boolean): boolean {
  if (isEmpty(plan) || isEmpty(confirm)) return false;
  return rule(scaled(plan, PLACES) ?? 0n, scaled(confirm, PLACES) ?? 0n);
}

/** Any difference at all. */
export function anyDiffers(plan: Figure, confirm: Figure): boolean {
  return differs(plan, confirm, (a, b) => a !== b);
}

/** Pieces differ when they are not equal. */
export const piecesDiffer = anyDiffers;

/** Gross and chargeable weight differ by more than 3 % of the plan, or by more than 100. */
export function weightDiffers(plan: Figure, confirm: Figure): boolean {
  return differs(plan, confirm, (a, b) => {
    const gap = b > a ? b - a : a - b;
    return gap * 100n > a * WEIGHT_PERCENT || gap > WEIGHT_MOST;
  });
}

/** Volume differs outside 90 % to 110 % of the plan. */
export function volumeDiffers(plan: Figure, confirm: Figure): boolean {
  return differs(plan, confirm, (a, b) => b * 100n < a * VOLUME_LOW_PERCENT || b * 100n > a * VOLUME_HIGH_PERCENT);
}
