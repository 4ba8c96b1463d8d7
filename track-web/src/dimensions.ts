// The size lists of the cargo: entries separated by ';', each length/width/height/pieces.

import { isEmpty, NOTHING } from "./format";

/** One line of a size list; cells are empty text where the entry has fewer parts. */
export interface Dimension {
  length: string;
  width: string;
  height: string;
  pieces: string;
}

function entries(list: string | null | undefined): string[] {
  return (list ?? "")
    .split(";")
    .map((entry) => entry.trim())
    .filter(Boolean);
}

function parts(entry: string): string[] {
  return entry.split(/[/*]/).map((part) => part.trim());
}

/** The entries of a size list, empty ones skipped. */
export function dimensions(list: string | null | undefined): Dimension[] {
  return entries(list).map((entry) => {
    const [length = "", width = "", height = "", pieces = ""] = parts(entry);
    return { length, width, height, pieces };
  });
}

/** A size list as text: '*' between the figures, one blank behind each ';'. */
export function dimensionText(list: string | null | undefined): string {
  return entries(list).map((entry) => parts(entry).join("*")).join("; ") || NOTHING;
}

/** Whether the actual sizes are others than the planned ones; the order of the entries does not count. */
export function sizesDiffer(plan: string | null | undefined, confirm: string | null | undefined): boolean {
  const [planned, actual] = [sorted(plan), sorted(confirm)];
  return planned.length > 0 && actual.length > 0 && planned.join(";") !== actual.join(";");
}

function sorted(list: string | null | undefined): string[] {
  return entries(list).map((entry) => parts(entry).map(plain).join("/")).sort();
}

/** A size without the zeros that do not change it: 100.0 is 100. */
function plain(size: string): string {
  if (isEmpty(size)) return size;
  return size.includes(".") ? size.replace(/0+$/, "").replace(/\.$/, "") : size;
}
