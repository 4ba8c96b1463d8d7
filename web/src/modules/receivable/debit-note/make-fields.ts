/** What is asked for on the page that makes debit notes. Its words are there when the page is. */
import { billFields } from "@/platform/charge/bill-fields";
import type { Field, Option } from "@/platform/contract";
import { labelPair } from "@/platform/i18n";
import { SCOPES } from "@/platform/scopes";
import { rateName } from "./make-model";

const NAME_MAX = 60;
const NUMBERS_MAX = 20_000;
const REMARK_MAX = 500;
const RATE_LEAST = 0.000001;
const RATE_MOST = 999_999;

const label = (word: string) => labelPair(`receivable:make.${word}`);
const option = (value: string, word: string): Option => ({ value, label: label(word) });

/** The line by which orders are looked for. */
export function poolFields(scope: string): Field[] {
  const text = (name: string, word: string): Field => ({ name, label: label(word), kind: "text", maxLength: NAME_MAX });
  const scopes = SCOPES.map((value): Option => ({ value, label: labelPair(`platform:scope.${value}`) }));
  return [
    { name: "businessScope", label: label("scope"), kind: "select", required: true, options: scopes },
    text("orderCode", "order"),
    { name: "bizDateFrom", label: label("from"), kind: "day" },
    { name: "bizDateTo", label: label("to"), kind: "day" },
    text("coopName", "coop"),
    text("orderCoopName", "customer"),
    { name: "serviceItemId", label: label("item"), kind: "multi", reference: `serviceItem?role=${scope},INCOME` },
    { name: "currency", label: label("currency"), kind: "reference", reference: "currency" },
    { name: "incomeDone", label: label("done"), kind: "select", options: [option("true", "yes"), option("false", "no")] },
    text("salesName", "sales"),
    text("servicerName", "servicer"),
    { name: "numbers", label: label("numbers"), kind: "longText", maxLength: NUMBERS_MAX },
  ];
}

/** The rules by which what is chosen is billed; rates where its user may type them. */
export function ruleFields(currencies: string[]): Field[] {
  const rate = (code: string): Field => ({
    name: rateName(code),
    label: { zh: `${code} ${label("rate").zh}`, en: `${code} ${label("rate").en}` },
    kind: "decimal",
    digits: 6,
    min: RATE_LEAST,
    max: RATE_MOST,
  });
  return [
    ...billFields(label),
    ...currencies.map(rate),
    { name: "remark", label: label("remark"), kind: "longText", maxLength: REMARK_MAX },
  ];
}
