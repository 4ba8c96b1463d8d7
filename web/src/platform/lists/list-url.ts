/** Filters, sort, view and page of a list live in the address, so that a link carries the view. */
import { useCallback, useEffect, useMemo } from "react";
import type { Filter, ListPage } from "@/platform/contract";
import type { ListView, ListViews } from "@/platform/lists/list-views";
import { currentPath, encodeQuery, goTo } from "@/platform/navigate";
import { usePageLocation } from "@/platform/page-location";

export const FIRST_PAGE = 1;
export const DEFAULT_SIZE = 10;
export const SIZES = [10, 20, 50, 100, 200, 500];
/** The most rows a call gives: a tree is read with one. */
export const WHOLE_SIZE = 500;
/** In place of a view: the list as declared, whatever it opens with otherwise. */
export const NO_VIEW = "none";
/** Behind a filter's name: how its text matches. */
export const HOW = ".how";
/** The cursor of the last page. */
export const LAST = "last";

export interface ListQuery {
  current: number;
  /** Absent when the user's own setting decides. */
  size?: number;
  sort: string;
  cursor?: string;
  /** Id of a view, or `none`. */
  view?: string;
  /** Values by filter name, as the server takes them; only those that filter. */
  filters: Record<string, string>;
}

/** What a list shows when the address says nothing else. */
export interface Base {
  filters: Record<string, string>;
  sort: string;
}

/** What a list begins with over its declaration: a view, or without a name the filters the user opens it with. */
interface Start {
  id: string;
  body: Base;
}

export function declaredBase(page: ListPage): Base {
  const initial = page.filters.filter((each) => each.initial).map((each) => [each.name, each.initial ?? ""]);
  return { filters: Object.fromEntries(initial) as Record<string, string>, sort: page.sort };
}

export function baseOf(page: ListPage, view: Start | null): Base {
  if (!view) return declaredBase(page);
  return { filters: view.body.filters, sort: view.body.sort || page.sort };
}

export function readQuery(page: ListPage, search: string, view: Start | null = null): ListQuery {
  const given = new URLSearchParams(search);
  const base = baseOf(page, view);
  const filters: Record<string, string> = {};
  for (const name of filterNames(page)) {
    // An empty value in the address says that the filter was taken away.
    const value = given.get(name) ?? base.filters[name] ?? "";
    if (value) filters[name] = value;
  }
  for (const name of Object.keys(filters)) if (name.endsWith(HOW) && !filters[name.slice(0, -HOW.length)]) delete filters[name];
  const query: ListQuery = { current: positive(given.get("current"), FIRST_PAGE), sort: given.get("sort") ?? base.sort, filters };
  const size = positive(given.get("size"), 0);
  if (size) query.size = Math.min(size, SIZES.at(-1) ?? DEFAULT_SIZE);
  const cursor = given.get("cursor");
  if (cursor) query.cursor = cursor;
  const wanted = given.get("view") ?? view?.id;
  if (wanted) query.view = wanted;
  return query;
}

/** What differs from the view is written, and what differs from the declaration: who may not see the view finds the same rows. */
export function writeQuery(page: ListPage, query: ListQuery, others: URLSearchParams, view: Start | null = null): string {
  const parts: [string, string][] = [];
  const names = filterNames(page);
  const bases = [declaredBase(page), baseOf(page, view)];
  for (const [name, value] of others) if (!names.includes(name) && !OWN.has(name)) parts.push([name, value]);
  if (query.view) parts.push(["view", query.view]);
  for (const name of names) {
    const alone = name.endsWith(HOW) && !query.filters[name.slice(0, -HOW.length)];
    const value = alone ? "" : (query.filters[name] ?? "");
    if (bases.some((base) => (base.filters[name] ?? "") !== value)) parts.push([name, value]);
  }
  if (bases.some((base) => base.sort !== query.sort)) parts.push(["sort", query.sort]);
  if (query.size) parts.push(["size", String(query.size)]);
  if (query.cursor) parts.push(["cursor", query.cursor]);
  if (query.current !== FIRST_PAGE) parts.push(["current", String(query.current)]);
  const text = parts.map(([name, value]) => `${encodeQuery(name)}=${encodeQuery(value)}`).join("&");
  return text ? `?${text}` : "";
}

const OWN = new Set(["current", "size", "sort", "cursor", "view"]);

/** The query of a tree: the same filters and order, without pages. */
export function wholeQuery({ sort, filters }: ListQuery): ListQuery {
  return { current: FIRST_PAGE, sort, filters };
}

export function hasModes(filter: Filter): boolean {
  return (filter.modes?.length ?? 0) > 0;
}

function filterNames(page: ListPage): string[] {
  const names = page.filters.flatMap((each) => (hasModes(each) ? [each.name, each.name + HOW] : [each.name]));
  return page.tabs && !names.includes(page.tabs.filter) ? [...names, page.tabs.filter] : names;
}

function positive(text: string | null, fallback: number): number {
  const number = Number(text);
  return Number.isInteger(number) && number > 0 ? number : fallback;
}

export interface ListUrl {
  query: ListQuery;
  /** The view in force; null for the list as declared, or when the user may not see the view of the link. */
  view: ListView | null;
  /** Whether filters or order are no longer the view's. */
  changed: boolean;
  change(part: Partial<ListQuery>): void;
  /** Changes filters and goes to the first page. */
  filter(changes: Record<string, string>): void;
  /** Another order, from the first page on; none for the list's own. */
  order(sort: string): void;
  clearFilters(): void;
  /** Goes to a view, or to the list as declared. */
  apply(view: { id: string; body: { filters: Record<string, string>; sort: string } } | null): void;
}

/** An address that says nothing of its own opens the default view. */
function saysNothing(page: ListPage, search: string): boolean {
  const names = new Set([...filterNames(page), ...OWN]);
  return ![...new URLSearchParams(search).keys()].some((name) => names.has(name));
}

/** A list that stands inside another page has no views. */
const NO_VIEWS = { views: [], defaultId: null };

/** Read where the address says nothing, and written against everywhere: a filter taken away stays away. */
function openingOf(filters: Record<string, string> | undefined): Start | null {
  return filters ? { id: "", body: { filters, sort: "" } } : null;
}

export function useListUrl(
  page: ListPage,
  views: Pick<ListViews, "views" | "defaultId"> = NO_VIEWS,
  opening?: Record<string, string>,
): ListUrl {
  const { searchStr } = usePageLocation();
  const nothing = saysNothing(page, searchStr);
  const opens = nothing ? views.defaultId : null;
  const wanted = opens ?? new URLSearchParams(searchStr).get("view");
  const view = views.views.find((each) => each.id === wanted) ?? null;
  const start: Start | null = useMemo(() => view ?? openingOf(opening), [opening, view]);
  const begun = nothing ? start : view;
  const query = useMemo(() => readQuery(page, searchStr, begun), [page, searchStr, begun]);
  const go = useCallback(
    (next: ListQuery, base: Start | null, replace = false) => {
      const href = page.path + writeQuery(page, next, new URLSearchParams(searchStr), base);
      if (href !== currentPath()) goTo(href, { replace });
    },
    [page, searchStr],
  );
  useEffect(() => {
    // The address then carries the view it opened with.
    if (opens && view) go(query, view, true);
  }, [opens, view, query, go]);
  return useMemo(() => {
    const { cursor: _cursor, ...rest } = query;
    const first = (filters: Record<string, string>) => go({ ...rest, current: FIRST_PAGE, filters }, start);
    const base = baseOf(page, start);
    const apply: ListUrl["apply"] = (next) => {
      const { filters, sort }: Base = next ? next.body : declaredBase(page);
      go({ current: FIRST_PAGE, sort: sort || page.sort, filters, view: next?.id ?? NO_VIEW }, next);
    };
    return {
      query,
      view,
      changed: query.sort !== base.sort || !sameFilters(page, query.filters, base.filters),
      change: (part) => go({ ...query, ...part }, start),
      filter: (changes) => first({ ...query.filters, ...changes }),
      order: (sort) => go({ ...rest, current: FIRST_PAGE, sort: sort || page.sort }, start),
      clearFilters: () => first(tabOnly(page, query)),
      apply,
    };
  }, [page, query, view, start, go]);
}

function sameFilters(page: ListPage, one: Record<string, string>, other: Record<string, string>): boolean {
  return filterNames(page).every((name) => (one[name] ?? "") === (other[name] ?? ""));
}

/** The tab is a place, not a filter: clearing keeps it. */
function tabOnly(page: ListPage, query: ListQuery): Record<string, string> {
  const name = page.tabs?.filter;
  const value = name ? query.filters[name] : undefined;
  return name && value ? { [name]: value } : {};
}
