/** Stored charges that are being changed, when somebody else has saved them meanwhile. */
import { mergeRows } from "@/platform/charge/charge-merge";
import { entered } from "@/platform/charge/charge-rows";
import type { Values } from "@/platform/forms/form-store";
import { EMPTY } from "@/platform/format";
import { type SheetField, shownText } from "@/platform/grid/cell-text";
import { labelText, translate } from "@/platform/i18n";
import { type IncidentalLine, amountOf, editedRow } from "./incidental-model";

export interface Laid {
  rows: Values[];
  /** What somebody else has changed of them, in words. */
  told: string[];
}

/** Rows in hand over the lines there are now; `before`: those they were taken from, or laid over last. */
export function laidOver(rows: Values[], before: IncidentalLine[], now: IncidentalLine[], fields: SheetField[]): Laid {
  const of = (lines: IncidentalLine[], row: Values) => lines.find(({ id }) => id === row["id"]);
  const laid = rows.map((row) => (row["id"] ? laidRow(row, [of(before, row), of(now, row)], fields) : { rows: [row], told: [] }));
  // Charges of one item may have met the same.
  return { rows: laid.flatMap((each) => each.rows), told: [...new Set(laid.flatMap(({ told }) => told))] };
}

function laidRow(row: Values, [old, line]: (IncidentalLine | undefined)[], fields: SheetField[]): Laid {
  const item = String(row["serviceItemName"] ?? EMPTY);
  if (line && !line.can.includes("edit")) return { rows: [], told: [translate("css:incidental.settled", { item })] };
  const [was, theirs] = [old && editedRow(old), line && editedRow(line)];
  const { free, mine } = mergeRows(was ? [was] : [], [row], theirs ? [theirs] : [], fields);
  if (!theirs) return { rows: mine, told: [translate(mine.length > 0 ? "css:incidental.goneAnew" : "css:incidental.gone", { item })] };
  const told = was ? changesOf({ was, row, theirs }, fields).map((text) => translate("css:incidental.changed", { item, text })) : [];
  const asTheirs = JSON.stringify(free) === JSON.stringify([theirs]);
  return { rows: asTheirs ? free : free.map((each) => ({ ...each, amount: amountOf(each) })), told };
}

interface Sides {
  was: Values;
  row: Values;
  theirs: Values;
}

/** What is another value by now, cell by cell, and what was typed in its place. */
function changesOf({ was, row, theirs }: Sides, fields: SheetField[]): string[] {
  const [old, own, now] = [was, row, theirs].map((each) => entered(each, fields)) as [Values, Values, Values];
  return fields.flatMap((field) => {
    const { name } = field;
    if (old[name] === now[name]) return [];
    const text = (of: Values) => shownText(field, of, []) || EMPTY;
    const words = { field: labelText(field.label), from: text(was), to: text(theirs) };
    const lost = old[name] !== own[name] && own[name] !== now[name];
    return [lost ? translate("css:incidental.changeOver", { ...words, typed: text(row) }) : translate("css:incidental.change", words)];
  });
}
