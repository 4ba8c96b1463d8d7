/** Rows that changed while they are shown: taken over where that disturbs nobody, else counted and offered. */
import { hashKey, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { get } from "@/platform/call/client";
import type { ListPage, PageOfRows, Row } from "@/platform/contract";
import { idOf } from "@/platform/lists/list-actions";
import type { useRows } from "@/platform/lists/list-data";
import { usePushed } from "@/platform/push/push";

/**
 * Answers how many rows of the page are not as they are shown. `busy`: rows are chosen, or a form is open; `standing`: the
 * keyboard stands on a row, which then keeps its place.
 */
export function useLiveRows(page: ListPage, rows: ReturnType<typeof useRows>, busy: boolean, standing: boolean): number {
  const queries = useQueryClient();
  const [changed, setChanged] = useState(0);
  const { data, dataKey, params, isPlaceholderData } = rows;
  const hash = hashKey(dataKey);
  useEffect(() => {
    setChanged(0);
    // Reading them again shows the rows as they are, even where they look as before.
    return queries.getQueryCache().subscribe((event) => {
      if (event.type === "updated" && event.action.type === "success" && event.query.queryHash === hash) setChanged(0);
    });
  }, [queries, hash]);
  usePushed(`list/${page.key}`, async () => {
    if (!data || isPlaceholderData) return;
    const readAt = () => queries.getQueryState(dataKey)?.dataUpdatedAt;
    const before = readAt();
    const fresh = await get<PageOfRows>(page.call, params, { quiet: true });
    // The user turned the page or reloaded meanwhile.
    if (readAt() !== before) return;
    const count = differences(page, data.records, fresh.records);
    if (count === 0) return setChanged(0);
    const moves = !sameRows(page, data.records, fresh.records);
    if (busy || isDialogOpen() || (moves && (standing || isPointed()))) return setChanged(count);
    queries.setQueryData(dataKey, fresh);
    // Sums, counts of tabs and what a module keeps under the key of the list.
    const own = JSON.stringify(dataKey);
    const predicate = ({ queryKey }: { queryKey: readonly unknown[] }) => JSON.stringify(queryKey) !== own;
    void queries.invalidateQueries({ queryKey: ["list", page.key], predicate });
  });
  return changed;
}

/** Rows that look otherwise, came or went. */
export function differences(page: ListPage, shown: Row[], fresh: Row[]): number {
  const before = new Map(shown.map((row) => [idOf(page, row), JSON.stringify(row)]));
  const different = fresh.filter((row) => before.get(idOf(page, row)) !== JSON.stringify(row)).length;
  const left = new Set(fresh.map((row) => idOf(page, row)));
  const gone = shown.filter((row) => !left.has(idOf(page, row))).length;
  // On a full page every row that comes pushes another off it: one change, not two.
  return Math.max(different, gone);
}

function sameRows(page: ListPage, shown: Row[], fresh: Row[]): boolean {
  return shown.length === fresh.length && shown.every((row, place) => idOf(page, row) === idOf(page, fresh[place] ?? row));
}

/** Whether a dialog stands over the list: it may hold a row of it. */
function isDialogOpen(): boolean {
  return document.querySelector('[role="dialog"]') !== null;
}

/** Whether the pointer is over the rows: none may slip away under it. */
function isPointed(): boolean {
  return document.querySelector(".row-table:hover") !== null;
}
