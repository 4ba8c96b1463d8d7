/** Cells as spreadsheets copy them: tabs between cells, lines between rows, quotes around what holds either. */

/** The cells of a copied text; the line end a spreadsheet puts behind the last row is no row. */
export function cellsOf(text: string): string[][] {
  const rows: string[][] = [[]];
  let at = 0;
  for (;;) {
    const { cell, end } = cellAt(text, at);
    rows.at(-1)?.push(cell.trim());
    if (end >= text.length) break;
    at = end + (text.startsWith("\r\n", end) ? 2 : 1);
    if (text[end] !== "\t") rows.push([]);
  }
  while (rows.length > 1 && rows.at(-1)?.every((cell) => cell === "")) rows.pop();
  return rows;
}

// Sticky: it reads in place, without a copy of the rest for each cell.
const QUOTED = /"(?:[^"]|"")*"(?=[\t\r\n]|$)/y;

/** The cell that begins at a place, and where it ends. A quote that is never closed is a quote. */
function cellAt(text: string, at: number): { cell: string; end: number } {
  if (text[at] === '"') {
    QUOTED.lastIndex = at;
    const found = QUOTED.exec(text)?.[0];
    if (found !== undefined) {
      const inner = found.slice(1, -1).replaceAll('""', '"').replaceAll(/\r\n?/g, "\n");
      return { cell: inner, end: at + found.length };
    }
  }
  let end = at;
  while (end < text.length && !"\t\r\n".includes(text.charAt(end))) end += 1;
  return { cell: text.slice(at, end), end };
}

/** Cells as a spreadsheet takes them. */
export function tsvOf(cells: string[][]): string {
  return cells.map((row) => row.map(quoted).join("\t")).join("\r\n");
}

function quoted(cell: string): string {
  return /["\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
