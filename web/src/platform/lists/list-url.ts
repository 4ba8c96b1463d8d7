/** Filters, sort and page of a list live in the address, so that a link carries the view. */
import { useLocation } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import type { ListPage } from "@/platform/contract";
import { currentPath, encodeQuery, goTo } from "@/platform/navigate";

export const FIRST_PAGE = 1;
export const DEFAULT_SIZE = 10;
export const SIZES = [10, 20, 50, 100, 200, 500];
/** The most rows a call gives: a tree is read with one. */
export const WHOLE_SIZE = 500;

export interface ListQuery {
  current: number;
  /** Absent when the user's own setting decides. */
  size?: number;
  sort: string;
  cursor?: string;
  /** Values by filter name, as the server takes them; only those that filter. */
  filters: Record<string, string>;
}

export function readQuery(page: ListPage, search: string): ListQuery {
  const given = new URLSearchParams(search);
  const names = filterNames(page);
  const initial = Object.fromEntries(page.filters.map((each) => [each.name, each.initial ?? ""]));
  const filters: Record<string, string> = {};
  for (const name of names) {
    // An empty value in the address says that the initial filter was taken away.
    const value = given.get(name) ?? initial[name] ?? "";
    if (value) filters[name] = value;
  }
  const query: ListQuery = { current: positive(given.get("current"), FIRST_PAGE), sort: given.get("sort") ?? page.sort, filters };
  const size = positive(given.get("size"), 0);
  if (size) query.size = Math.min(size, SIZES.at(-1) ?? DEFAULT_SIZE);
  const cursor = given.get("cursor");
  if (cursor) query.cursor = cursor;
  return query;
}

export function writeQuery(page: ListPage, query: ListQuery, others: URLSearchParams): string {
  const parts: [string, string][] = [];
  const names = filterNames(page);
  for (const [name, value] of others) if (!names.includes(name) && !OWN.has(name)) parts.push([name, value]);
  for (const name of names) {
    const value = query.filters[name] ?? "";
    const initial = page.filters.find((each) => each.name === name)?.initial ?? "";
    if (value !== initial) parts.push([name, value]);
  }
  if (query.sort !== page.sort) parts.push(["sort", query.sort]);
  if (query.size) parts.push(["size", String(query.size)]);
  if (query.cursor) parts.push(["cursor", query.cursor]);
  if (query.current !== FIRST_PAGE) parts.push(["current", String(query.current)]);
  const text = parts.map(([name, value]) => `${encodeQuery(name)}=${encodeQuery(value)}`).join("&");
  return text ? `?${text}` : "";
}

const OWN = new Set(["current", "size", "sort", "cursor"]);

/** The query of a tree: the same filters and order, without pages. */
export function wholeQuery({ sort, filters }: ListQuery): ListQuery {
  return { current: FIRST_PAGE, sort, filters };
}

function filterNames(page: ListPage): string[] {
  const names = page.filters.map((each) => each.name);
  return page.tabs && !names.includes(page.tabs.filter) ? [...names, page.tabs.filter] : names;
}

function positive(text: string | null, fallback: number): number {
  const number = Number(text);
  return Number.isInteger(number) && number > 0 ? number : fallback;
}

export interface ListUrl {
  query: ListQuery;
  change(part: Partial<ListQuery>): void;
  /** Changes filters and goes to the first page. */
  filter(changes: Record<string, string>): void;
  clearFilters(): void;
}

export function useListUrl(page: ListPage): ListUrl {
  const { searchStr } = useLocation();
  const query = useMemo(() => readQuery(page, searchStr), [page, searchStr]);
  const go = useCallback(
    (next: ListQuery) => {
      const href = page.path + writeQuery(page, next, new URLSearchParams(searchStr));
      if (href !== currentPath()) goTo(href);
    },
    [page, searchStr],
  );
  return useMemo(() => {
    const first = (filters: Record<string, string>) => {
      const { cursor: _cursor, ...rest } = query;
      go({ ...rest, current: FIRST_PAGE, filters });
    };
    return {
      query,
      change: (part) => go({ ...query, ...part }),
      filter: (changes) => first({ ...query.filters, ...changes }),
      clearFilters: () => first(tabOnly(page, query)),
    };
  }, [page, query, go]);
}

/** The tab is a place, not a filter: clearing keeps it. */
function tabOnly(page: ListPage, query: ListQuery): Record<string, string> {
  const name = page.tabs?.filter;
  const value = name ? query.filters[name] : undefined;
  return name && value ? { [name]: value } : {};
}
