/** Rows, tab counts and the user's own settings of a list. */
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { get, put } from "@/platform/call/client";
import type { Column, ListPage, PageOfRows } from "@/platform/contract";
import { DEFAULT_SIZE, type ListQuery } from "@/platform/lists/list-url";

export interface ColumnSetting {
  name: string;
  shown: boolean;
  width?: number;
  fixed?: "left" | "right" | null;
}

export interface ListSetting {
  columns?: ColumnSetting[];
  size?: number;
  density?: "compact" | "comfortable";
}

type Totals = Pick<PageOfRows, "total" | "totalCapped" | "totals">;

/**
 * The rows of a page, and apart from them the count and sums of the whole result: rows are there at once, and turning
 * pages does not count anew.
 */
export function useRows(page: ListPage, query: ListQuery, size: number, enabled: boolean) {
  const { totalCall } = page;
  const params = {
    current: query.current,
    size,
    sort: query.sort || undefined,
    cursor: query.cursor,
    ...(totalCall ? { part: "rows" } : {}),
    ...query.filters,
  };
  const dataKey = ["list", page.key, params];
  const rows = useQuery({
    queryKey: dataKey,
    enabled,
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => get<PageOfRows>(page.call, params, { quiet: true, signal }),
  });
  const totals = useQuery({
    queryKey: ["list", page.key, "total", query.filters],
    enabled: enabled && totalCall !== undefined,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => get<Totals>(totalCall ?? "", query.filters, { quiet: true, signal }),
  });
  const data = useMemo(
    () => rows.data && (totalCall ? { ...rows.data, ...(totals.data ?? atLeast(rows.data, size)) } : rows.data),
    [rows.data, totals.data, totalCall, size],
  );
  const { refetch: readRows } = rows;
  const { refetch: readTotals } = totals;
  const refetch = useCallback(
    () => Promise.all([readRows(), totalCall ? readTotals() : null]),
    [readRows, readTotals, totalCall],
  );
  const { error, isPlaceholderData, isFetching, dataUpdatedAt } = rows;
  return { data, dataKey, params, refetch, error, isPlaceholderData, isFetching, dataUpdatedAt };
}

/** What the rows tell of the whole while it is being counted. */
function atLeast(page: PageOfRows, size: number): Totals {
  return { total: (page.current - 1) * size + page.records.length + (page.more ? 1 : 0) };
}

/** Counts by tab value, under the same filters but the tab itself. */
export function useTabCounts(page: ListPage, filters: Record<string, string>): Record<string, number> {
  const { tabs } = page;
  const others = Object.fromEntries(Object.entries(filters).filter(([name]) => name !== tabs?.filter));
  const { data } = useQuery({
    queryKey: ["list", page.key, "tabs", others],
    enabled: tabs !== undefined,
    placeholderData: keepPreviousData,
    queryFn: () => get<Record<string, number> | { value: string; count: number }[]>(tabs?.call ?? "", others, { quiet: true }),
  });
  if (!data) return {};
  return Array.isArray(data) ? Object.fromEntries(data.map(({ value, count }) => [value, count])) : data;
}

/** What the user made of the list: columns, page size, row height. Kept on the server. */
export function useListSetting(page: ListPage) {
  const queries = useQueryClient();
  const key = ["list-setting", page.key];
  const path = `/platform/listSetting/${page.key}`;
  const { data, isPending } = useQuery({
    queryKey: key,
    staleTime: Number.POSITIVE_INFINITY,
    // Without its settings a list still works: the declaration has defaults.
    queryFn: () => get<ListSetting | null>(path, undefined, { quiet: true }).catch(() => null),
  });
  const setting = data ?? {};
  const save = (change: Partial<ListSetting>) => {
    const next = { ...setting, ...change };
    queries.setQueryData(key, next);
    const body = { columns: next.columns ?? [], size: next.size ?? DEFAULT_SIZE, density: next.density ?? "compact" };
    put(path, body, { quiet: true }).catch(() => undefined);
  };
  return { setting, ready: !isPending, save };
}

export interface PlacedColumn extends Column {
  fixed: "left" | "right" | null;
}

/** The declared columns in the user's order, with widths and freezing; columns declared later come last. */
export function placeColumns(declared: Column[], setting: ColumnSetting[] | undefined): PlacedColumn[] {
  if (!setting || setting.length === 0) {
    return declared.map((column, index) => ({ ...column, fixed: index === 0 ? "left" : null }));
  }
  const known = setting.flatMap((each) => {
    const column = declared.find(({ name }) => name === each.name);
    if (!column) return [];
    const placed: PlacedColumn = { ...column, shown: each.shown, fixed: each.fixed ?? null };
    if (each.width) placed.width = each.width;
    return [placed];
  });
  const added = declared.filter(({ name }) => !setting.some((each) => each.name === name));
  return [...known, ...added.map((column) => ({ ...column, fixed: null }))];
}
