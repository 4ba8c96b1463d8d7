/** Child rows of a form: a section with `rows` whose key is the member that holds them. */
import { type Field, type Finding, type Section, holds, standing } from "@/platform/contract";
import { labelMember } from "@/platform/fields/editor-props";
import { parseDay, parseInstant } from "@/platform/fields/typed-day";
import { numberOf, toHalfWidth } from "@/platform/fields/typed-number";
import { clientFindings } from "@/platform/forms/client-rules";
import type { FormStore, Values } from "@/platform/forms/form-store";
import type { SheetField } from "@/platform/grid/cell-text";
import { cellsOf } from "@/platform/grid/tsv";
import { unreadFinding, unreadReference } from "@/platform/grid/unread";
import { isEmpty } from "@/platform/nothing";

/** More rows than any child table of an order has. */
export const ROWS_MAX = 300;

/** Rows that begin with what only the server writes, a number say, are offered by it: nobody adds one. A tick may stand before it. */
export const isOffered = (fields: SheetField[]): boolean => fields.find(({ kind }) => kind !== "bool")?.readOnly === true;

/** The rows of a member; none where it holds none. */
export function rowsOf(value: unknown): Values[] {
  return Array.isArray(value) ? (value as Values[]) : [];
}

/** What a row begins with. */
export function freshRow(fields: Field[]): Values {
  return Object.fromEntries(
    fields.filter((each) => each.initial !== undefined).map((each) => [each.name, each.initial]),
  );
}

/** Whether nothing was entered into a row but what it began with. */
export function isBlank(fields: Field[], row: Values): boolean {
  return fields.every((field) => {
    const { name, initial, kind } = field;
    const value = row[name];
    if (kind === "reference" && unreadReference(field, row) !== null) return false;
    const none = isEmpty(value) || value === false;
    return none || value === initial;
  });
}

/** A row nobody has filled in is no row; it goes before findings count the rows. */
export function dropBlankRows(form: FormStore, { key, fields }: Pick<Section, "key" | "fields">): void {
  const rows = rowsOf(form.get(key));
  const filled = rows.filter((row) => !isBlank(fields, row));
  if (filled.length < rows.length) form.set(key, filled);
}

/** What the client knows to be wrong in the rows of a section: `containers.0.containerNo`. */
export function rowFindings({ key, fields, when, sheet }: Section, values: Values): Finding[] {
  if (!holds(when, values)) return [];
  return rowsOf(values[key]).flatMap((row, place) => {
    if (rowClosed(row) !== null) return [];
    const found = sheet ? withUnread(clientFindings(fields, row), fields, row) : clientFindings(fields, row);
    return found.map((each) => ({ ...each, field: `${key}.${place}.${each.field}` }));
  });
}

/** In a sheet stands also what could not be read, which says more than that something is missing. */
function withUnread(found: Finding[], fields: Field[], row: Values): Finding[] {
  const unread = fields.flatMap((field): Finding[] => {
    const message = isClosed(field, row) ? null : unreadFinding(field, row);
    return message ? [{ field: field.name, severity: "error", key: "client", message }] : [];
  });
  const told = new Set(unread.map(({ field }) => field));
  return [...found.filter(({ field }) => !told.has(field)), ...unread];
}

/** The rows of a section as they are sent: the declared members that may be written. */
export function rowsBody({ key, fields, when }: Section, values: Values): Values[] {
  if (!holds(when, values)) return [];
  const written = fields.filter((field) => !field.readOnly && field.kind !== "state");
  const cells = (row: Values): Values => Object.fromEntries(written.map(({ name }) => [name, row[name] ?? null]));
  return rowsOf(values[key]).map((row) => withId(row, cells(row)));
}

/** A row the server knows keeps its id: others may refer to it. */
export function withId(row: Values, cells: Values): Values {
  return row["id"] ? { id: row["id"], ...cells } : cells;
}

/** Findings after the row at a place is gone: its own go too, those of later rows move up. */
export function findingsWithout(findings: Finding[], path: string, place: number): Finding[] {
  return findings.flatMap((found) => {
    if (!found.field.startsWith(`${path}.`)) return [found];
    const [at = "", ...rest] = found.field.slice(path.length + 1).split(".");
    if (Number(at) < place) return [found];
    return Number(at) === place ? [] : [{ ...found, field: [path, Number(at) - 1, ...rest].join(".") }];
  });
}

/** Where a paste begins, and what it means. */
export interface Pasted {
  /** Columns from the cell that was pasted into. */
  fields: SheetField[];
  cells: string[][];
}

/** The cells of a spreadsheet in a text; null for the text of a single cell, which an editor takes as it is. */
export function pastedCells(text: string, labels: string[]): string[][] | null {
  const cells = cellsOf(text);
  if (cells.length === 1 && cells[0]?.length === 1) return null;
  return withoutHead(cells, labels);
}

/** Leaves out the head of the table that came along. */
export function withoutHead(cells: string[][], labels: string[]): string[][] {
  const [first = []] = cells;
  const headed = first.some(Boolean) && first.every((cell) => cell === "" || labels.includes(cell));
  return headed ? cells.slice(1) : cells;
}

/** Rows with pasted cells written over them from a place on, and new rows below as far as there is room. */
export function withPasted(
  rows: Values[],
  place: number,
  { fields, cells }: Pasted,
  fresh: () => Values,
  most: number,
): Values[] {
  const next = rows.slice();
  for (const [offset, line] of cells.entries()) {
    const at = place + offset;
    if (at >= most) break;
    const row: Values = { ...(next[at] ?? fresh()) };
    for (const [column, cell] of line.entries()) {
      const field = fields[column];
      if (field && !isClosed(field, row)) Object.assign(row, withAlong(field, row, pastedValue(field, cell)));
    }
    next[at] = row;
  }
  return next;
}

/** Why a row as a whole can be neither changed nor removed: what its member `closed` holds. */
export function rowClosed(row: Values | undefined): string | null {
  const why = row?.["closed"];
  return typeof why === "string" && why !== "" ? why : null;
}

/** Nothing is nothing, in whatever way it is written. */
const isSame = (one: unknown, other: unknown): boolean => (one ?? "") === (other ?? "") || (Array.isArray(one) && Array.isArray(other) && String(one) === String(other));

/** What a cell writes, with what goes along with it; that stays where the cell is what it was. */
export function withAlong({ cell }: SheetField, row: Values, members: Values): Values {
  if (!cell?.along || Object.entries(members).every(([name, value]) => isSame(row[name], value))) return members;
  return { ...members, ...cell.along({ ...row, ...members }) };
}

/** Whether a cell is shown but not entered. */
export function isClosed(field: Field, row: Values): boolean {
  return rowClosed(row) !== null || standing(field, row).readOnly === true || field.kind === "state" || !holds(field.when, row);
}

export const YES = new Set(["1", "y", "yes", "true", "是", "√"]);

/** The members a pasted text writes. The id of a reference cannot be read from a text. */
function pastedValue(field: Field, cell: string): Values {
  const { name } = field;
  if (cell === "") return { [name]: null };
  switch (field.kind) {
    case "int":
    case "decimal":
      return { [name]: numberOf(toHalfWidth(cell).replaceAll(/[,\s]/g, "")) };
    case "bool":
      return { [name]: YES.has(cell.toLowerCase()) };
    case "day":
      return { [name]: parseDay(cell) ?? cell };
    case "instant":
      return { [name]: parseInstant(cell) ?? cell };
    case "upper":
      return { [name]: toHalfWidth(cell).toUpperCase() };
    case "select":
      return { [name]: chosen(field, cell) };
    case "reference":
      return name.endsWith("Id") ? {} : { [name]: cell.toUpperCase(), [labelMember(name)]: null };
    default:
      return { [name]: cell };
  }
}

/** The stored value of an option, told by its value or by one of its words. */
function chosen({ options }: Field, cell: string): string | null {
  if (!options) return cell;
  const wanted = cell.toLowerCase();
  const found = options.find(({ value, label }) =>
    [value, label.zh, label.en].some((word) => word.toLowerCase() === wanted),
  );
  return found?.value ?? null;
}
