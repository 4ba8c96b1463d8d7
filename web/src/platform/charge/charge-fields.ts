/** The columns of the charge grids: as they are declared, with what their cells do to their rows. */
import type { Field } from "@/platform/contract";
import { labelMember } from "@/platform/fields/editor-props";
import type { Values } from "@/platform/forms/form-store";
import type { CellRule, SheetField } from "@/platform/grid/cell-text";
import { FLAGS, type Side } from "@/platform/charge/charge-model";
import { isNothing } from "@/platform/nothing";

/** In their order; the others stand behind them when they are wanted. */
const USUAL = [
  "serviceItemId",
  "coopId",
  "basis",
  "currency",
  "unitPrice",
  "quantity",
  "amount",
  "exchangeRate",
  "functionalAmount",
  "taxRate",
  "amountNotTax",
  "amountTax",
  "note",
];

/** The income a cost is passed on by. */
const LINK = "linkedChargeId";

/** What a service item brings along, and so comes anew with another one. */
const OF_ITEM = ["basis", "currency", "unitPrice", "taxRate", "amountMin", "amountMax", "digits", "carry"];

/** Members the user never types. */
const FOLLOWS = new Set([
  "functionalAmount", "amountNotTax", "amountTax", "source", "financialDate", "creatorName", "createTime", "state", "debitNoteName",
]);

const emptied = (row: Values, names: string[]): Values =>
  Object.fromEntries(names.flatMap((name) => [name, labelMember(name)].filter((each) => each === name || each in row)).map((name) => [name, null]));

/**
 * A figure that is typed stays as it is; an emptied one follows again, and so does a copy of one nobody typed, along with
 * what it follows from.
 */
const flagged = (name: string, from: string[]): CellRule => {
  const flag = FLAGS[name] ?? "";
  return { from, along: (row) => ({ [flag]: !isNothing(row[name]) }), follows: (row) => row[flag] !== true };
};

const money = (width: number, least?: number): CellRule => ({ width, exact: least === undefined ? {} : { least } });

const RULES: Record<string, CellRule> = {
  serviceItemId: { width: 112, along: (row) => emptied(row, LINK in row ? [...OF_ITEM, LINK] : OF_ITEM) },
  coopId: { width: 104 },
  basis: { width: 80 },
  // The rate of another currency is none of this one.
  currency: { width: 60, along: () => ({ rateTyped: false, exchangeRate: null }) },
  // Whoever types a price wants the amount that follows from it.
  unitPrice: { ...money(80, 2), along: (row) => (isNothing(row["unitPrice"]) ? {} : { amountFixed: false }) },
  quantity: { ...money(72, 0), ...flagged("quantity", ["basis", "unitPrice"]) },
  amount: { ...money(108), ...flagged("amount", ["unitPrice"]) },
  exchangeRate: { ...money(64, 4), ...flagged("exchangeRate", ["currency"]) },
  functionalAmount: money(96),
  taxRate: { width: 60 },
  amountNotTax: money(96),
  amountTax: money(80),
  amountMin: money(80),
  amountMax: money(80),
  [LINK]: { width: 160 },
  debitNoteName: { width: 140 },
};

/** Whether a column stands among the few that are always shown. */
export const isUsual = (name: string): boolean => USUAL.includes(name);

/** The items of a scope, those of one side alone where it is given: other scopes have items of the same names. */
export function itemSource(scope: string, side?: Side): string {
  return `serviceItem?role=${side ? `${scope},${side.toUpperCase()}` : scope}`;
}

/** The income of an order that its costs may be passed on by. */
export const linkSource = (orderUuid: string): string => `linkedCharge?role=${encodeURIComponent(orderUuid)}`;

/** Where the references of a grid are looked up; `links` is empty where income is not shown. */
export interface Sources {
  items: string;
  links: string;
}

/** The columns that are shown; `mayRate`: exchange rates are typed. */
export function columnsOf(declared: Field[], { items, links }: Sources, more: boolean, mayRate: boolean): SheetField[] {
  const place = ({ name }: Field) => (isUsual(name) ? USUAL.indexOf(name) : USUAL.length);
  const isThere = ({ name }: Field) => (more || isUsual(name)) && (name !== LINK || links !== "");
  const shown = declared.filter(isThere).toSorted((one, other) => place(one) - place(other));
  const sources: Record<string, string> = { serviceItemId: items, [LINK]: links };
  return shown.map((field): SheetField => {
    const rule = RULES[field.name];
    const closed = FOLLOWS.has(field.name) || (field.name === "exchangeRate" && !mayRate);
    const reference = sources[field.name];
    return { ...field, ...(reference ? { reference } : {}), ...(closed ? { readOnly: true } : {}), ...(rule ? { cell: rule } : {}) };
  });
}
