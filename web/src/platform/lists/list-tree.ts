/** A list as a tree: children stand below their parent, each level in the order the server sent. */
import type { Row } from "@/platform/contract";

export interface TreePlace {
  /** 1 for a root. */
  level: number;
  /** Key of the row above; absent for a root. */
  parent?: string;
  /** Whether the rows below are shown; absent where there are none. */
  open?: boolean;
}

export interface TreeRows {
  /** The rows that are not below a collapsed one. */
  rows: Row[];
  /** By key, of the rows not shown too. */
  places: Map<string, TreePlace>;
}

/** `parent` is the member that names the row above. A row whose parent is not among the rows stands as a root. */
export function treeRows(all: Row[], rowKey: string, parent: string, collapsed: ReadonlySet<string>): TreeRows {
  const key = (row: Row) => String(row[rowKey] ?? row.id);
  const known = new Set(all.map(key));
  const below = new Map<string, Row[]>();
  const roots: Row[] = [];
  for (const row of all) {
    const above = String(row[parent] ?? "");
    if (known.has(above)) below.set(above, [...(below.get(above) ?? []), row]);
    else roots.push(row);
  }
  const rows: Row[] = [];
  const places = new Map<string, TreePlace>();
  const walk = (row: Row, level: number, above: string | null, shown: boolean) => {
    const own = key(row);
    if (places.has(own)) return;
    const children = below.get(own) ?? [];
    const open = !collapsed.has(own);
    places.set(own, { level, ...(above === null ? {} : { parent: above }), ...(children.length > 0 ? { open } : {}) });
    if (shown) rows.push(row);
    for (const child of children) walk(child, level + 1, own, shown && open);
  };
  for (const row of roots) walk(row, 1, null, true);
  // Rows that name each other as parent hang on no root; they must not vanish.
  for (const row of all) walk(row, 1, null, true);
  return { rows, places };
}

/** What an arrow key does on a row: opens or closes it, or goes to another one. */
export type FoldStep = { kind: "fold"; key: string } | { kind: "go"; key: string };

export function foldStep({ rows, places }: TreeRows, rowKey: string, index: number, open: boolean): FoldStep | null {
  const keyAt = (at: number) => (rows[at] ? String(rows[at][rowKey] ?? rows[at].id) : "");
  const key = keyAt(index);
  const place = places.get(key);
  if (!place) return null;
  if (place.open === !open) return { kind: "fold", key };
  if (open) return place.open ? { kind: "go", key: keyAt(index + 1) } : null;
  return place.parent === undefined ? null : { kind: "go", key: place.parent };
}
