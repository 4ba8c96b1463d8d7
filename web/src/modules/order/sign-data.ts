/** What a sign asks for, and what the server tells of it. Its words are there when the dialog is. */
import type { Field, Option } from "@/platform/contract";
import { groupText } from "@/platform/decimal-text";
import type { Values } from "@/platform/forms/form-store";
import { EMPTY } from "@/platform/format";
import { labelPair } from "@/platform/i18n";
import { formOf } from "./scopes";

export const BASE = "/afbase/routingSign";

const PRICE_MOST = 99_999_999.9999;
const WEIGHT_MOST = 9_999_999.999;

/** A sign of an order as its dialog opens it; without the right to see what is paid it has no money. */
export interface Sign extends Values {
  orderId: string;
  orderCode: string;
  rowUuid: string;
  signState: "OPEN" | "PENDING" | "SIGNED";
  /** Why it can't be signed now. */
  refused: string | null;
}

/** What is typed comes to. */
export interface Counted {
  msrFunctionalAmount: string;
  cuFunctionalAmount: string;
  profit: string;
  currency: string;
}

/** How an approval stands after a decision. */
export interface Decided {
  /** Why what was agreed to could not be done. */
  effectError?: string | null;
}

/** A rate with its currency, and the weight it is for; nothing where its reader sees no money. */
export function rateText(sign: Sign, kind: "msr" | "cost", weight: string): string {
  const text = (name: string) => groupText(String(sign[name] ?? ""));
  const price = `${kind}Price`;
  if (!sign[price]) return EMPTY;
  const of = `${text(price)} ${String(sign[`${kind}Currency`] ?? "")}`;
  return sign[`${price}Type`] === "TOTAL" ? of : `${of} × ${text(weight)} KG`;
}

const option = (value: string): Option => ({ value, label: labelPair(`order:price.${value}`) });
export const priceTypeField = (name: string, word: string): Field => ({
  name, label: labelPair(word), kind: "select", required: true, options: [option("PRICE"), option("TOTAL")],
});
export const priceField = (name: string, word: string): Field => ({
  name, label: labelPair(word), kind: "decimal", digits: 4, required: true, min: 0, max: PRICE_MOST,
});
export const currencyField = (name: string, word: string): Field => ({
  name, label: labelPair(word), kind: "reference", reference: "currency", required: true,
});
export const weightField = (name: string, word: string): Field => ({
  name, label: labelPair(word), kind: "decimal", digits: 3, places: 2, unit: "KG", required: true, min: 0.001, max: WEIGHT_MOST,
});

/** Fields of the order that are changed with its sign, as its own form has them. */
const OF_ORDER = ["businessProduct", "arrivalStation", "transitStation", "transitStation2", "expectFlight", "expectDeparture"];

export function signFields(): Field[] {
  const sections = (formOf("af")?.sections ?? []).filter(({ rows }) => !rows);
  const declared = new Map(sections.flatMap(({ fields }) => fields).map((field) => [field.name, field]));
  return [
    ...OF_ORDER.flatMap((name) => declared.get(name) ?? []),
    priceTypeField("msrPriceType", "order:sign.msrPriceType"),
    priceField("msrPrice", "order:sign.msrPrice"),
    currencyField("msrCurrency", "order:sign.msrCurrency"),
    // A price of all of it is one of a kilogram.
    { ...weightField("incomeWeight", "order:sign.incomeWeight"), when: { is: ["msrPriceType", "PRICE"] } },
    priceTypeField("costPriceType", "order:sign.costPriceType"),
    priceField("costPrice", "order:sign.costPrice"),
    currencyField("costCurrency", "order:sign.costCurrency"),
    weightField("costWeight", "order:sign.costWeight"),
    { name: "routingPersonId", label: labelPair("order:sign.person"), kind: "reference", reference: "user", required: true },
  ];
}

/** The dialog begins with what is stored; references that are codes are shown as such. */
export function firstValues(sign: Sign): Values {
  const codes = ["arrivalStation", "transitStation", "transitStation2", "msrCurrency", "costCurrency"];
  return { ...sign, ...Object.fromEntries(codes.map((name) => [`${name}Name`, sign[name] ?? null])) };
}
