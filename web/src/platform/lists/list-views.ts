/** Saved views of a list, which of them it opens with, and the user's own settings of each. Kept on the server. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { get, post, put, remove } from "@/platform/call/client";
import { submit } from "@/platform/call/submit";
import type { ListPage } from "@/platform/contract";
import type { ColumnSetting, ListSetting } from "@/platform/lists/list-data";
import type { Density } from "@/platform/theme/theme-store";
import { useSame } from "@/platform/use-same";

export interface ViewBody {
  filters: Record<string, string>;
  sort: string;
  columns: ColumnSetting[];
  /** 0 for the user's own choice. */
  size: number;
  density: Density;
}

export interface ListView {
  id: string;
  name: string;
  /** The role it is shared with; null for a view of its owner alone. */
  roleId: string | null;
  roleName: string | null;
  ownerName: string | null;
  /** The role opens the page with it. */
  roleDefault?: boolean;
  mine: boolean;
  canEdit: boolean;
  version: number;
  body: ViewBody;
}

interface ViewsAnswer {
  views: ListView[];
  /** What the page opens with; null for the list as declared. */
  defaultId: string | null;
  /** What the user himself decided; `0` for the list as declared. */
  ownDefaultId: string | null;
  /** By view; the empty name is the list as declared. */
  settings: Record<string, ListSetting>;
}

const NOTHING: ViewsAnswer = { views: [], defaultId: null, ownDefaultId: null, settings: {} };

export type ListViews = ReturnType<typeof useListViews>;

export function useListViews(page: ListPage) {
  const queries = useQueryClient();
  const key = useMemo(() => ["list-view", page.key], [page.key]);
  const { data = NOTHING, isPending } = useQuery({
    queryKey: key,
    staleTime: Number.POSITIVE_INFINITY,
    // Without them a list still works: the declaration has defaults.
    queryFn: () => get<ViewsAnswer>(`/platform/listView/${page.key}`, undefined, { quiet: true }).catch(() => NOTHING),
  });
  const saveSetting = useCallback(
    (view: string, change: Partial<ListSetting>) => {
      const before = queries.getQueryData<ViewsAnswer>(key) ?? NOTHING;
      const next = { ...before.settings[view], ...change };
      queries.setQueryData(key, { ...before, settings: { ...before.settings, [view]: next } });
      put(settingPath(page, view), next, { quiet: true }).catch(() => undefined);
    },
    [queries, key, page],
  );
  const reload = useCallback(() => queries.invalidateQueries({ queryKey: key }), [queries, key]);
  return useSame({ ...data, ready: !isPending, saveSetting, reload });
}

function settingPath(page: ListPage, view: string): string {
  const path = `/platform/listSetting/${page.key}`;
  return view ? `${path}?view=${view}` : path;
}

export interface ViewWish {
  name: string;
  roleId: string | null;
  body: ViewBody;
}

const path = (page: ListPage) => `/platform/listView/${page.key}`;

export function createView(page: ListPage, wish: ViewWish) {
  return submit<{ id: string }>(() => post(path(page), wish, { quiet: true }));
}

export function changeView(page: ListPage, { id, version }: ListView, wish: ViewWish) {
  return submit<{ id: string }>(() => put(`${path(page)}/${id}`, { ...wish, version }, { quiet: true }));
}

/** Puts what the list shows now into a view; the user's own settings of it have become the view's. */
export async function overwriteView(page: ListPage, view: ListView, body: ViewBody) {
  const result = await changeView(page, view, { name: view.name, roleId: view.roleId, body });
  if (result.kind === "saved") await remove(settingPath(page, view.id), undefined, { quiet: true }).catch(() => undefined);
  return result;
}

export function removeView(page: ListPage, { id, version }: ListView) {
  return submit(() => remove(`${path(page)}/${id}`, { version: String(version) }, { quiet: true }));
}

/** `0` for the list as declared, null to decide nothing; of a role when there is one. */
export function setDefaultView(page: ListPage, viewId: string | null, roleId?: string | null) {
  return submit(() => put(`/platform/listViewDefault/${page.key}`, { viewId, ...(roleId ? { roleId } : {}) }, { quiet: true }));
}

export interface ShareRole {
  id: string;
  name: string;
}

/** The roles the user may share with. */
export function useShareRoles(): ShareRole[] {
  const { data } = useQuery({ queryKey: ["list-view-role"], queryFn: () => get<ShareRole[]>("/platform/listViewRole", undefined, { quiet: true }) });
  return data ?? [];
}
