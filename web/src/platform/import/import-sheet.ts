/** The rows of an import while they are looked at: cells can be mended, and are checked again without the file. */
import type { BadCell, Checked, Mode, OnError, ReadFile, Rows } from "@/platform/import/import-calls";

export interface SheetColumn {
  name: string;
  header: string;
}

export interface Sheet {
  fileName: string;
  columns: SheetColumn[];
  numbers: number[];
  rows: string[][];
  /** The columns that hold one value in all rows. */
  fixed: Record<string, string>;
}

export interface How {
  mode: Mode;
  onError: OnError;
  accept: boolean;
}

/** The columns nobody matched that get one value in all rows. */
export function fixedOf(fixed: Record<string, string>, matched: (string | null)[]): Record<string, string> {
  return Object.fromEntries(Object.entries(fixed).filter(([name, text]) => text.trim() !== "" && !matched.includes(name)));
}

/** The matched columns, those with one value in all rows, and empty ones for what the document needs besides. */
export function sheetOf(read: ReadFile, matched: (string | null)[], given: Record<string, string>): Sheet {
  const places = matched.flatMap((name, place) => (name === null ? [] : [{ name, place }]));
  const fixed = fixedOf(given, matched);
  const missing = read.columns.filter(({ field, required }) => required && !matched.includes(field.name) && !(field.name in fixed));
  const values = Object.entries(fixed);
  return {
    fileName: read.fileName,
    columns: [
      ...places.map(({ name, place }) => ({ name, header: read.headers[place] ?? "" })),
      ...values.map(([name]) => ({ name, header: "" })),
      ...missing.map(({ field }) => ({ name: field.name, header: "" })),
    ],
    numbers: read.numbers,
    rows: read.rows.map((row) => [...places.map(({ place }) => row[place] ?? ""), ...values.map(([, text]) => text), ...missing.map(() => "")]),
    fixed,
  };
}

export function toSend(sheet: Sheet, how: How): Rows {
  return {
    fileName: sheet.fileName,
    fields: sheet.columns.map(({ name }) => name),
    headers: sheet.columns.map(({ header }) => header),
    numbers: sheet.numbers,
    rows: sheet.rows,
    fixed: sheet.fixed,
    ...how,
  };
}

/** A field of one row matched twice would be ambiguous, so choosing it here takes it from there. */
export function matchColumn(matched: (string | null)[], place: number, name: string | null): (string | null)[] {
  return matched.map((other, at) => (at === place ? name : other === name ? null : other));
}

/** What is wrong with each row, by its place. */
export type Faults = Map<number, BadCell[]>;

export function faultsOf(checked: Checked | null): Faults {
  const faults: Faults = new Map();
  for (const cell of checked?.cells ?? []) {
    const known = faults.get(cell.place);
    if (known) known.push(cell);
    else faults.set(cell.place, [cell]);
  }
  return faults;
}

/** The first bad row after a place, from the beginning again at the end; −1 when there is none. */
export function nextBad(faults: Faults, after: number): number {
  const places = [...faults.keys()].toSorted((a, b) => a - b);
  return places.find((place) => place > after) ?? places[0] ?? -1;
}

/** Whether what was checked may be imported now. */
export function mayRun(checked: Checked | null, stale: boolean, how: How): boolean {
  if (!checked || stale || checked.good === 0) return false;
  return how.onError === "skip" || checked.bad + checked.doubts === 0;
}
