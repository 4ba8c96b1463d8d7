/** The rows a list shows, in their order: forms opened from it go on to the next one without going back. */
import { create } from "zustand";
import type { ListPage, Row } from "@/platform/contract";
import { fillLink } from "@/platform/navigate";

/** Addresses of the forms of the rows, by the key of their list. */
const useTrails = create<Record<string, string[]>>(() => ({}));

/** Notes the rows of a list that leads to forms of their own. */
export function noteTrail(list: ListPage, rows: Row[]): void {
  const { editLink } = list;
  if (editLink) useTrails.setState({ [list.key]: rows.map((row) => fillLink(editLink, row)) });
}

/** What stands above and below a form in the list it belongs to; null at the ends, and where the list was not seen. */
export function useNeighbours(list: ListPage | undefined, href: string): { before: string | null; after: string | null } {
  const trail = useTrails((trails) => (list ? trails[list.key] : undefined));
  const place = trail?.indexOf(href) ?? -1;
  if (!trail || place < 0) return { before: null, after: null };
  return { before: trail[place - 1] ?? null, after: trail[place + 1] ?? null };
}
