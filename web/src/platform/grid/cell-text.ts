/** What a cell of a sheet shows, what is typed into it, and what a typed or pasted text means. */
import type { Field } from "@/platform/contract";
import { roundText } from "@/platform/decimal";
import { groupText, plainDecimal } from "@/platform/decimal-text";
import { labelMember } from "@/platform/fields/editor-props";
import { inCurrency } from "@/platform/fields/in-currency";
import { tidyWaybill } from "@/platform/fields/text-editors";
import { parseDay, parseInstant } from "@/platform/fields/typed-day";
import { numberOf, toHalfWidth } from "@/platform/fields/typed-number";
import type { Values } from "@/platform/forms/form-store";
import { isFigure as isNumber } from "@/platform/forms/row-grid";
import { YES } from "@/platform/forms/rows";
import { asNumber, formatFigure } from "@/platform/format";
import { translate } from "@/platform/i18n";
import { isNothing } from "@/platform/nothing";

/** What the cells of a column are beyond their kind, where the form has rules of its own. */
export interface CellRule {
  /** Takes away what a cell cannot hold, while it is typed and when it is pasted. */
  tidy?: (text: string) => string;
  /** Most characters; what is typed or pasted beyond them is cut. */
  most?: number;
  /** Text that is written like a figure, at the right. */
  figure?: boolean;
  /** What an emptied cell holds, where that is not null. */
  none?: unknown;
  /** Puts the texts of a cell that holds several in order. */
  several?: (texts: string[]) => string[];
  /** Usual width in pixels. */
  width?: number;
  /** The width it can do with, so that every column is in sight where there is less room. */
  narrow?: number;
  /** A decimal that stays the text it was typed as; shown with no fewer than so many decimals, all that are told without. */
  exact?: { least?: number };
  /** Members that are written along with the cell; of the row as it is then. */
  along?: (row: Values) => Values;
  /** Whether the cell follows from others of its row: filled down or copied it follows there too, and is no value that was typed. */
  follows?: (row: Values) => boolean;
  /** Columns it follows from: copied without any of them it is a value. */
  from?: string[];
}

/** A declared field, or one of a form that is drawn by hand. */
export type SheetField = Field & { cell?: CellRule };

/** What can be chosen in a cell. */
export interface CellOption {
  value: string;
  label: string;
  hint?: string;
  /** All it can be called: its value, its words in both languages, its code. */
  words: string[];
}

const DECIMALS = 3;
const NO = new Set(["0", "n", "no", "false", "否", "×"]);
/** Too large for a cell: shown there, edited elsewhere. */
const LARGE = new Set<Field["kind"]>(["richText", "richTitle", "markdown", "files", "picture", "state"]);

/** Whether a column can be typed into at all. */
export const isTyped = (field: Field): boolean => !LARGE.has(field.kind) && !(field.kind === "multi" && field.reference !== undefined);

export const isFigure = (field: SheetField): boolean => isNumber(field) || field.cell?.figure === true;

/** What an emptied cell holds. */
export const emptyOf = ({ cell }: SheetField): unknown => cell?.none ?? null;

/** A typed text without what the cell cannot hold. */
export function tidyText({ cell }: SheetField, typed: string): string {
  const tidy = cell?.tidy ? cell.tidy(typed) : typed;
  return cell?.most === undefined ? tidy : tidy.slice(0, cell.most);
}

export const isChosen = ({ kind }: Field): boolean => kind === "select" || kind === "reference" || kind === "bool";

/** The text of a cell as it is typed and copied: whole figures, words for what was chosen. */
export function typedText(field: Field, row: Values, options: CellOption[]): string {
  const value = row[field.name];
  if (field.kind === "reference") return text(row[labelMember(field.name)]) || wordOf(text(value), options);
  if (isNothing(value)) return "";
  switch (field.kind) {
    case "bool":
      return typeof value === "boolean" ? translate(value ? "platform:field.yes" : "platform:field.no") : text(value);
    case "instant":
      return text(value).replace(/^(.{16}):00$/, "$1");
    case "select":
    case "multi":
      return (Array.isArray(value) ? value : [value]).map((each) => wordOf(String(each), options)).join(", ");
    default:
      return text(value);
  }
}

/** The text of a cell as it is read. */
export function shownText(declared: SheetField, row: Values, options: CellOption[]): string {
  const field = inCurrency(declared, row);
  const exact = field.cell?.exact;
  if (exact) return groupText(typedText(field, row, options), exact.least);
  const number = field.kind === "int" || field.kind === "decimal" ? asNumber(row[field.name]) : null;
  if (number === null) return typedText(field, row, options);
  return formatFigure(number, field.kind === "int" ? 0 : (field.places ?? field.digits ?? DECIMALS));
}

/** The members a text writes. What cannot be read stays as it is, and is refused there. */
export function readText(field: SheetField, typed: string, options: CellOption[], byHand = false): Values {
  const { name } = field;
  const tidy = tidyText(field, typed);
  const cell = field.kind === "longText" ? tidy.trimEnd() : tidy.trim();
  if (field.kind === "reference") return { [name]: null, [labelMember(name)]: cell || null };
  if (cell === "") return { [name]: emptyOf(field) };
  switch (field.kind) {
    case "int":
    case "decimal":
      return { [name]: readNumber(field, cell, byHand) };
    case "bool":
      return { [name]: readBool(cell) };
    case "day":
      return { [name]: parseDay(toHalfWidth(cell)) ?? cell };
    case "instant":
      return { [name]: parseInstant(toHalfWidth(cell)) ?? cell };
    case "upper":
      return { [name]: toHalfWidth(cell).toUpperCase() };
    case "waybill":
      return { [name]: tidyWaybill(cell).toUpperCase() };
    case "select":
      return { [name]: optionOf(cell, options)?.value ?? cell };
    case "multi":
      return { [name]: textsOf(field, cell).map((each) => optionOf(each, options)?.value ?? each) };
    default:
      return { [name]: cell };
  }
}

/** The option a text names. */
export function optionOf(cell: string, options: CellOption[]): CellOption | undefined {
  const wanted = cell.trim().toLowerCase();
  return options.find(({ words }) => words.some((word) => word.toLowerCase() === wanted));
}

/** The options a text may still become, those that begin with it first. */
export function optionsFor(typed: string, options: CellOption[]): CellOption[] {
  const wanted = typed.trim().toLowerCase();
  if (wanted === "") return options;
  const rank = ({ words }: CellOption) => {
    const low = words.map((word) => word.toLowerCase());
    if (low.includes(wanted)) return 0;
    if (low.some((word) => word.startsWith(wanted))) return 1;
    return low.some((word) => word.includes(wanted)) ? 2 : 3;
  };
  return options.filter((each) => rank(each) < 3).toSorted((one, other) => rank(one) - rank(other));
}

/** The texts of a cell that holds several. Words may have spaces within, codes have none. */
function textsOf({ cell: rule }: SheetField, cell: string): string[] {
  const texts = cell.split(rule?.several ? /[\s,，、;；]+/ : /[,，、;；\n]/).map((each) => each.trim()).filter(Boolean);
  return rule?.several ? rule.several(texts) : texts;
}

/** What is typed too finely is rounded, as in every form; what is pasted is kept, and refused. */
function readNumber(field: SheetField, cell: string, byHand: boolean): number | string {
  const plain = toHalfWidth(cell).replaceAll(/[,\s]/g, "");
  const number = numberOf(plain);
  if (number === null) return cell;
  if (field.cell?.exact) return plainDecimal(plain, byHand ? (field.digits ?? DECIMALS) : undefined) ?? cell;
  if (!byHand || field.kind === "int" || !/^-?\d*\.?\d*$/.test(plain)) return number;
  return Number(roundText(plain, field.places ?? field.digits ?? DECIMALS));
}

function readBool(cell: string): boolean | string {
  const word = toHalfWidth(cell).toLowerCase();
  if (YES.has(word)) return true;
  return NO.has(word) ? false : cell;
}

function wordOf(value: string, options: CellOption[]): string {
  return options.find((option) => option.value === value)?.label ?? value;
}

function text(value: unknown): string {
  if (Array.isArray(value)) return value.join(", ");
  return value === null || value === undefined ? "" : String(value);
}
