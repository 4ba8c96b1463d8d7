/** Money that is added up while it is typed: in thousandths, so that no cent is lost. */
import { roundText } from "@/platform/decimal";
import { groupText, plainDecimal } from "@/platform/decimal-text";

const PLACES = 3;
const CENTS = 2;

/** An amount in thousandths; what is none counts nothing. */
export function thousandths(amount: unknown): bigint {
  const plain = plainDecimal(String(amount ?? "")) ?? "0";
  return BigInt(roundText(plain, PLACES).replace(".", ""));
}

export const sumOf = (amounts: unknown[]): bigint => amounts.reduce<bigint>((sum, amount) => sum + thousandths(amount), 0n);

/** As it is read: with cents, and the third place where there is something. */
export function moneyText(raw: bigint): string {
  const digits = String(raw < 0n ? -raw : raw).padStart(PLACES + 1, "0");
  return groupText(`${raw < 0n ? "-" : ""}${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`, CENTS);
}
