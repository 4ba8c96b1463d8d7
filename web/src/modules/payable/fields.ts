/** Fields that the pages which make payments share. Their words are there when the page is. */
import type { Field, Option } from "@/platform/contract";
import { labelPair } from "@/platform/i18n";
import { SCOPES } from "@/platform/scopes";

/** 综合: orders of all scopes. */
export const SEVERAL = "ZH";
export const AMOUNT_MOST = 1e12;
export const NAME_MAX = 60;
const RATE_LEAST = 0.000_001;
const RATE_MOST = 999_999;
const REMARK_MAX = 500;

export const label = (word: string) => labelPair(`payable:field.${word}`);

/** Whose costs, in which currency, and of which orders. */
export function partnerFields(): Field[] {
  const scopes: Option[] = SCOPES.map((value) => ({ value, label: labelPair(`platform:scope.${value}`) }));
  return [
    { name: "businessScope", label: label("scope"), kind: "select", required: true, options: [{ value: SEVERAL, label: label("several") }, ...scopes] },
    { name: "coopId", label: label("supplier"), kind: "reference", required: true, reference: "coop" },
    { name: "currency", label: label("currency"), kind: "reference", required: true, reference: "currency" },
    { name: "serviceItemIds", label: label("items"), kind: "multi", reference: "serviceItem" },
  ];
}

/** What is typed of a payment; `remark` is called so by the call it goes to. */
export function headFields(remark: string): Field[] {
  return [
    { name: "paymentDate", label: label("date"), kind: "day", required: true },
    { name: "exchangeRate", label: label("rate"), kind: "decimal", digits: 6, min: RATE_LEAST, max: RATE_MOST, help: label("rateHelp") },
    { name: "supplierBillNo", label: label("bill"), kind: "text", maxLength: NAME_MAX },
    { name: remark, label: label("remark"), kind: "longText", maxLength: REMARK_MAX },
  ];
}
