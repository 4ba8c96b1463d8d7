/** Which rows of a tree are collapsed, while its page is open. */
import { useMemo, useState } from "react";
import type { ListPage, Row } from "@/platform/contract";
import { type TreeRows, treeRows } from "@/platform/lists/list-tree";

export interface ListTree extends TreeRows {
  toggle(key: string): void;
  openAll(): void;
  closeAll(): void;
}

const NONE: string[] = [];

/** Null for a list that is no tree. */
export function useListTree(page: ListPage, records: Row[] | undefined, filters: Record<string, string>): ListTree | null {
  const [collapsedBy, setCollapsedBy] = useState<Record<string, string[]>>({});
  // Each query has its own: what a filter found is not hidden by what was collapsed before.
  const query = JSON.stringify(filters);
  const collapsed = collapsedBy[query] ?? NONE;
  const { tree: parent, rowKey } = page;
  return useMemo(() => {
    if (!parent) return null;
    const tree = treeRows(records ?? [], rowKey, parent, new Set(collapsed));
    const set = (keys: string[]) => setCollapsedBy((before) => ({ ...before, [query]: keys }));
    const parents = [...tree.places].filter(([, place]) => place.open !== undefined).map(([key]) => key);
    return {
      ...tree,
      toggle: (key) => set(collapsed.includes(key) ? collapsed.filter((each) => each !== key) : [...collapsed, key]),
      openAll: () => set([]),
      closeAll: () => set(parents),
    };
  }, [parent, rowKey, records, collapsed, query]);
}
