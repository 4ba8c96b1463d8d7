/** The columns and fields of incidental charges. Their words are there when the page is. */
import type { Field, Option } from "@/platform/contract";
import { KINDS, type Side } from "@/platform/charge/charge-model";
import { isNothing } from "@/platform/nothing";
import type { SheetField } from "@/platform/grid/cell-text";
import { labelPair } from "@/platform/i18n";
import type { Values } from "@/platform/forms/form-store";
import { amountOf } from "./incidental-model";

const NOTE_MAX = 200;
const REASON_MAX = 200;
const MARKUP_MAX = 100;
const PRICE_MOST = 99_999_999.9999;
const QUANTITY_MOST = 9_999_999;
const AMOUNT_MOST = 1e12;

const option = (value: string, word: string): Option => ({ value, label: labelPair(word) });
const SIDE_WORDS: Record<Side, string> = { income: "css:incidental.receivable", cost: "css:incidental.payable" };
const sideOptions = (sides: readonly Side[]): Option[] => sides.map((side) => option(KINDS[side], SIDE_WORDS[side]));

/** 应付 or 应收, where both can be entered. */
function kindField(sides: readonly Side[]): Field[] {
  const [first] = sides;
  if (!first || sides.length < 2) return [];
  return [{ name: "kind", label: labelPair("css:incidental.kind"), kind: "select", required: true, options: sideOptions(sides), initial: KINDS[first] }];
}

const itemField = (scope: string): Field => ({
  name: "serviceItemId",
  label: labelPair("css:incidental.item"),
  kind: "reference",
  required: true,
  reference: `serviceItem?role=${scope},INCIDENTAL`,
});
const partnerField = (): Field => ({ name: "coopId", label: labelPair("css:incidental.partner"), kind: "reference", reference: "coop" });
const currencyField = (): Field => ({ name: "currency", label: labelPair("css:incidental.currency"), kind: "reference", reference: "currency" });
const noteField = (): Field => ({ name: "note", label: labelPair("css:incidental.note"), kind: "text", maxLength: NOTE_MAX });

/** The members a cell writes along, with the amount that follows. */
const counted =
  (along: (row: Values) => Values = () => ({})) =>
  (row: Values): Values => {
    const members = along(row);
    return { ...members, amount: amountOf({ ...row, ...members }) };
  };

/** The columns of the rows that are entered. */
export function entryFields(scope: string, sides: readonly Side[]): SheetField[] {
  return [
    // A stored charge stays on its side.
    ...kindField(sides).map((field): SheetField => ({ ...field, readOnlyWhen: { set: "id" }, cell: { width: 76 } })),
    {
      ...itemField(scope),
      // Of a stored charge, too, another item brings its own basis and tax.
      cell: { width: 128, along: counted((row) => (row["id"] ? { basis: null, taxRate: null } : {})) },
    },
    { ...partnerField(), cell: { width: 128 } },
    {
      name: "quantity",
      label: labelPair("css:incidental.quantity"),
      kind: "decimal",
      digits: 4,
      min: -QUANTITY_MOST,
      max: QUANTITY_MOST,
      cell: { width: 80, exact: { least: 0 }, along: counted((row) => ({ quantityTyped: !isNothing(row["quantity"]) })) },
    },
    {
      name: "unitPrice",
      label: labelPair("css:incidental.price"),
      kind: "decimal",
      digits: 4,
      min: -PRICE_MOST,
      max: PRICE_MOST,
      requiredWhen: { not: { is: ["amountFixed", true] } },
      cell: { width: 88, exact: { least: 2 }, along: counted((row) => (isNothing(row["unitPrice"]) ? {} : { amountFixed: false })) },
    },
    { ...currencyField(), cell: { width: 68, along: counted() } },
    { name: "amount", label: labelPair("css:incidental.amount"), kind: "decimal", readOnly: true, cell: { width: 96, exact: {} } },
    { ...noteField(), cell: { width: 160 } },
  ];
}

/** 同时生成应收 and its markup. */
export const incomeFields = (): Field[] => [
  { name: "withIncome", label: labelPair("css:incidental.withIncome"), kind: "bool" },
  { name: "markup", label: labelPair("css:incidental.markup"), kind: "decimal", digits: 2, min: 0, max: MARKUP_MAX, unit: "%", when: { is: ["withIncome", true] } },
];

/** What is asked for an amount that is shared over the orders of a master. */
export const batchFields = (scope: string, sides: readonly Side[]): Field[] => [
  ...kindField(sides),
  itemField(scope),
  partnerField(),
  { ...currencyField(), required: true },
  { name: "amount", label: labelPair("css:incidental.share"), kind: "decimal", digits: 3, required: true, min: -AMOUNT_MOST, max: AMOUNT_MOST },
  noteField(),
];

export const reasonField = (): Field => ({ name: "reason", label: labelPair("css:incidental.reason"), kind: "longText", required: true, maxLength: REASON_MAX });

/** The columns of the lines that are stored. */
export function lineFields(): SheetField[] {
  const text = (name: string, word: string): Field => ({ name, label: labelPair(word), kind: "text" });
  const figure = (name: string, word: string, exact: { least?: number }): SheetField => ({ name, label: labelPair(word), kind: "decimal", cell: { exact } });
  const state = (value: string, tone: Option["tone"] & string): Option => ({ ...option(value, `css:incidental.states.${value}`), tone });
  return [
    { name: "kind", label: labelPair("css:incidental.kind"), kind: "select", options: sideOptions(["cost", "income"]) },
    text("serviceItemName", "css:incidental.item"),
    {
      name: "state",
      label: labelPair("css:incidental.state"),
      kind: "state",
      options: [state("PENDING", "warning"), state("RETURNED", "danger"), state("NORMAL", "done")],
    },
    text("coopName", "css:incidental.partner"),
    figure("quantity", "css:incidental.quantity", { least: 0 }),
    figure("unitPrice", "css:incidental.price", { least: 2 }),
    text("currency", "css:incidental.currency"),
    figure("amount", "css:incidental.amount", {}),
    text("note", "css:incidental.note"),
    text("reason", "css:incidental.reason"),
    text("creatorName", "css:incidental.creator"),
    { name: "createTime", label: labelPair("css:incidental.time"), kind: "instant" },
  ];
}
