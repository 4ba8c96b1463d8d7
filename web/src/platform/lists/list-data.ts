/** Rows, tab counts and the user's own settings of a list. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { get } from "@/platform/call/client";
import type { Column, Filter, ListPage, PageOfRows, Row } from "@/platform/contract";
import type { ListQuery } from "@/platform/lists/list-url";
import type { ListView, ListViews } from "@/platform/lists/list-views";
import type { Density } from "@/platform/theme/theme-store";
import { useSame } from "@/platform/use-same";

export interface ColumnSetting {
  name: string;
  shown: boolean;
  width?: number;
  fixed?: "left" | "right" | null;
}

export interface ListSetting {
  columns?: ColumnSetting[];
  size?: number;
  density?: Density;
  /** A report shows its chart; as long as nobody decided, it does. */
  chart?: boolean;
}

type Totals = Pick<PageOfRows, "total" | "totalCapped" | "totals">;

/** The filter without which a list answers nothing, while nobody chose a value for it. */
export function openFilter(page: ListPage, filters: ListQuery["filters"]): Filter | undefined {
  return page.filters.find(({ name, asks }) => asks && !filters[name]);
}

/**
 * The rows of a page, and apart from them the count and sums of the whole result: rows are there at once, and turning
 * pages does not count anew.
 */
export function useRows(page: ListPage, query: ListQuery, size: number, enabled: boolean) {
  const { totalCall } = page;
  const params = useMemo(() => {
    const { current, sort, cursor, filters } = query;
    return { current, size, sort: sort || undefined, cursor, ...(totalCall ? { part: "rows" } : {}), ...filters };
  }, [query, size, totalCall]);
  const dataKey = useMemo(() => ["list", page.key, params], [page.key, params]);
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
  // What is not named here draws nothing anew: rows that are read again and found the same go by unseen.
  const { error, isPlaceholderData } = rows;
  return useSame({ data, dataKey, params, refetch, error, isPlaceholderData });
}

/** What the rows tell of the whole while it is being counted. */
function atLeast(page: PageOfRows, size: number): Totals {
  return { total: (page.current - 1) * size + page.records.length + (page.more ? 1 : 0) };
}

/** Most rows that are worked on at once. */
export const BATCH_ROWS_MAX = 2_000;
const PIECE_ROWS = 500;

/** All rows a query finds, so many at most, for work on all of them. */
export async function readAllRows(page: ListPage, { sort, filters }: Pick<ListQuery, "sort" | "filters">): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | undefined;
  do {
    const params = { current: 1, size: PIECE_ROWS, sort: sort || undefined, cursor, part: "rows", ...filters };
    const piece = await get<PageOfRows>(page.call, params);
    rows.push(...piece.records);
    cursor = piece.next ?? undefined;
  } while (cursor && rows.length < BATCH_ROWS_MAX);
  return rows.slice(0, BATCH_ROWS_MAX);
}

export interface FoundValues {
  wanted: number;
  found: number;
  missing: string[];
}

/** Which of the values pasted into a filter are there. */
export function useFoundValues(page: ListPage, filter: Filter, filters: Record<string, string>): FoundValues | undefined {
  const { foundCall, name } = filter;
  const { data } = useQuery({
    queryKey: ["list", page.key, "found", name, filters],
    enabled: Boolean(foundCall),
    queryFn: () => get<FoundValues>(foundCall ?? "", { ...filters, of: name }, { quiet: true }),
  });
  return data;
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

/** The settings of a list: the user's own of this view, else the view's. */
export function settingOf(views: Pick<ListViews, "settings">, view: ListView | null): ListSetting {
  const own = views.settings[view?.id ?? ""] ?? {};
  const { columns = [], size = 0, density } = view?.body ?? {};
  const placed = own.columns?.length ? own.columns : columns;
  const rows = own.size ?? size;
  const height = own.density ?? density;
  const { chart } = own;
  return { columns: placed, ...(rows ? { size: rows } : {}), ...(height ? { density: height } : {}), ...(chart === undefined ? {} : { chart }) };
}

/** A placed column as it is kept. */
export function columnSettingOf(column: PlacedColumn): ColumnSetting {
  const setting: ColumnSetting = { name: column.name, shown: column.shown ?? false, fixed: column.fixed };
  if (column.width) setting.width = column.width;
  return setting;
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
