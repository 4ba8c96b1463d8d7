/** Boxes in words: `2×40HQ;1×20GP`. */
import { asNumber } from "@/platform/format";
import { rowsOf } from "@/platform/forms/rows";

/** The planned boxes of an order; empty where there are none. */
export function boxesText(containerList: unknown): string {
  return rowsOf(containerList)
    .filter((row) => row["containerType"] && (asNumber(row["quantity"]) ?? 0) > 0)
    .map((row) => `${String(row["quantity"])}×${String(row["containerType"])}`)
    .join(";");
}

/** The numbers of the boxes that are there, each once. */
export function boxNumbers(containers: unknown): string[] {
  const numbers = rowsOf(containers).map((row) => String(row["containerNo"] ?? ""));
  return [...new Set(numbers.filter(Boolean))];
}
