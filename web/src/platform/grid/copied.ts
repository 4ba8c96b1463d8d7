/** What was copied out of a sheet last: a clipboard holds texts, and says nothing of the cells that follow from others. */
import type { Follow } from "@/platform/grid/sheet";
import { cellsOf } from "@/platform/grid/tsv";

let last: { cells: string; follow: Follow } | null = null;

export function noteCopied(text: string, follow: Follow): void {
  last = { cells: JSON.stringify(cellsOf(text)), follow };
}

/** Which of some copied cells follow from others; of cells that come from elsewhere nobody knows. */
export function followOf(cells: string[][]): Follow {
  return last?.cells === JSON.stringify(cells) ? last.follow : [];
}
