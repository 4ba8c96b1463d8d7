/** By which rules income is billed, wherever it is; the words are those of the room that asks. */
import type { Field, Label, Option, When } from "@/platform/contract";

const IS_TYPED: When = { is: ["dateBy", "TYPED"] };

export function billFields(label: (word: string) => Label): Field[] {
  const option = (value: string, word: string): Option => ({ value, label: label(word) });
  const dates = [option("TODAY", "today"), option("BUSINESS", "business"), option("TYPED", "typed")];
  return [
    { name: "dateBy", label: label("date"), kind: "select", required: true, options: dates },
    { name: "noteDate", label: label("on"), kind: "day", when: IS_TYPED, requiredWhen: IS_TYPED },
    { name: "bankId", label: label("bank"), kind: "reference", reference: "orgBank" },
    { name: "splitCurrency", label: label("splitCurrency"), kind: "bool" },
    { name: "splitTax", label: label("splitTax"), kind: "bool" },
  ];
}
