/** What is asked for on the page of many orders. Its words are there when the page is. */
import { KINDS } from "@/platform/charge/charge-model";
import type { Field, Option } from "@/platform/contract";
import type { Values } from "@/platform/forms/form-store";
import type { SheetField } from "@/platform/grid/cell-text";
import { labelPair } from "@/platform/i18n";
import { SCOPES } from "@/platform/scopes";
import { type Mode, cellName } from "./batch-modes";

const TAXES = 61;
const NOTE_MAX = 200;
const NAME_MAX = 60;
const NUMBERS_MAX = 20_000;
const PRICE_MOST = 99_999_999.9999;
const AMOUNT_MOST = 1e12;
const RATE_MOST = 999_999;

const label = (word: string) => labelPair(`css:batch.${word}`);
const option = (value: string, word: string): Option => ({ value, label: label(word) });
const sides: () => Option[] = () => [option(KINDS.income, "income"), option(KINDS.cost, "cost")];

const kindField = (): Field => ({ name: "kind", label: label("kind"), kind: "select", required: true, options: sides(), initial: KINDS.income });
const itemField = (name: string, scope: string, required = false): Field => ({
  name,
  label: label("item"),
  kind: "reference",
  required,
  reference: `serviceItem?role=${scope}`,
});
const coopField = (name: string, word = "coop"): Field => ({ name, label: label(word), kind: "reference", reference: "coop" });
const currencyField = (): Field => ({ name: "currency", label: label("currency"), kind: "reference", reference: "currency" });
const taxField = (name: string, word = "tax"): Field => ({ name, label: label(word), kind: "select", dictionary: TAXES });
const noteField = (): Field => ({ name: "note", label: label("note"), kind: "text", maxLength: NOTE_MAX });

/** The line by which orders are looked for. */
export function poolFields(): Field[] {
  const text = (name: string, word: string): Field => ({ name, label: label(word), kind: "text", maxLength: NAME_MAX });
  const scope = (value: string): Option => ({ value, label: labelPair(`platform:scope.${value}`) });
  return [
    { name: "businessScope", label: label("scope"), kind: "select", required: true, options: SCOPES.map(scope) },
    { name: "bizDateFrom", label: label("from"), kind: "day" },
    { name: "bizDateTo", label: label("to"), kind: "day" },
    text("coopName", "customer"),
    text("carrier", "carrier"),
    text("supplier", "supplier"),
    text("station", "station"),
    { name: "unfinished", label: label("unfinished"), kind: "bool" },
    { name: "numbers", label: label("numbers"), kind: "longText", maxLength: NUMBERS_MAX },
  ];
}

/** What is asked for besides the orders. */
export function entryFields(mode: Mode, scope: string): Field[] {
  switch (mode) {
    case "CELLS":
      return [
        kindField(),
        { name: "cellBy", label: label("cellBy"), kind: "select", required: true, options: [option("PRICE", "price"), option("AMOUNT", "amount")] },
      ];
    case "SHARE":
      return [
        kindField(),
        itemField("serviceItemId", scope, true),
        coopField("coopId"),
        { ...currencyField(), required: true },
        { name: "amount", label: label("shared"), kind: "decimal", digits: 3, required: true, min: -AMOUNT_MOST, max: AMOUNT_MOST },
        {
          name: "by",
          label: label("by"),
          kind: "select",
          required: true,
          options: ["CHARGE_WEIGHT", "GROSS", "VOLUME", "PIECES", "ORDERS"].map((by) => option(by, `measures.${by}`)),
        },
        taxField("taxRate"),
        noteField(),
      ];
    case "RATE":
      return [
        { ...kindField(), name: "rateKind", required: false },
        { name: "overwrite", label: label("overwrite"), kind: "bool" },
      ];
    case "UPDATE":
      return [
        kindField(),
        itemField("whichItemId", scope),
        coopField("whichCoopId"),
        { name: "enteredFrom", label: label("enteredFrom"), kind: "day" },
        { name: "enteredTo", label: label("enteredTo"), kind: "day" },
        { name: "unitPrice", label: label("newPrice"), kind: "decimal", digits: 4, min: -PRICE_MOST, max: PRICE_MOST },
        { name: "percent", label: label("percent"), kind: "decimal", digits: 2, min: -100, max: 100, unit: "%" },
        taxField("newTaxRate", "newTax"),
        coopField("newCoopId", "newCoop"),
        { name: "exchangeRate", label: label("newRate"), kind: "decimal", digits: 6, min: 0, max: RATE_MOST },
      ];
    case "ROWS":
      return [];
  }
}

/** The items of a grid: each is a column of it. */
export function itemFields(scope: string): SheetField[] {
  return [
    { ...itemField("serviceItemId", scope, true), cell: { width: 140 } },
    { ...coopField("coopId"), cell: { width: 140 } },
    { ...currencyField(), cell: { width: 80 } },
    { ...taxField("taxRate"), cell: { width: 80 } },
    { ...noteField(), cell: { width: 160 } },
  ];
}

/** The columns of the grid of orders: what they are, and a figure for each item. */
export function cellFields(items: Values[]): SheetField[] {
  const text = (name: string, word: string, width: number): SheetField => ({ name, label: label(word), kind: "text", readOnly: true, cell: { width } });
  const figure = (item: Values): SheetField[] => {
    const name = item["serviceItemName"];
    if (typeof name !== "string" || !name) return [];
    const own = { zh: name, en: name };
    return [{ name: cellName(item), label: own, kind: "decimal", digits: 4, min: -AMOUNT_MOST, max: AMOUNT_MOST, cell: { width: 96, exact: { least: 2 } } }];
  };
  return [
    text("orderCode", "order", 132),
    text("bizNumber", "number", 120),
    text("coopName", "customer", 112),
    text("chargeWeight", "weight", 88),
    ...items.flatMap(figure),
  ];
}
