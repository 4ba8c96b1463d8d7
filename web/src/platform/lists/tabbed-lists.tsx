/** Several lists as the tabs of one page; the address says which of them is shown. */
import { useQuery } from "@tanstack/react-query";
import { Tabs } from "antd";
import { useMemo } from "react";
import type { ListPage } from "@/platform/contract";
import { useLabel } from "@/platform/i18n";
import { ListPageView } from "@/platform/lists/list-page";
import { encodeQuery, goTo } from "@/platform/navigate";
import { usePageLocation } from "@/platform/page-location";
import { PageLoading } from "@/platform/page-loading";
import { listsOfPage, loadDefinitionOfList } from "@/platform/page-registry";
import { usePermission } from "@/platform/permission";
import { useSession } from "@/platform/session";

/** Parameter of the address. */
const TAB = "tab";

export function TabbedLists({ page }: { page: ListPage }) {
  const label = useLabel();
  const lists = usePermittedLists(page);
  const { searchStr } = usePageLocation();
  const wanted = new URLSearchParams(searchStr).get(TAB);
  const shown = lists.find(({ key }) => key === wanted) ?? lists[0];
  const title = page.tabsOf?.title ?? page.title;
  const tabs = lists.length > 1 && (
    <Tabs
      ref={(made) => holdTabsAlone(made?.nativeElement)}
      className="list-tabs"
      activeKey={shown?.key ?? ""}
      items={lists.map((list) => ({ key: list.key, label: label(list.tabsOf?.tab ?? list.title) }))}
      // Filters of one list mean nothing to another.
      onChange={(key) => goTo(`${page.path}?${TAB}=${encodeQuery(key)}`)}
    />
  );
  return shown ? <Tab key={shown.key} list={shown} path={page.path} among={{ title, tabs }} /> : null;
}

/** A list of tabs holds tabs alone: what opens those that have no room stands beside it. */
function holdTabsAlone(element: HTMLElement | null | undefined) {
  const nav = element?.querySelector(":scope > .ant-tabs-nav");
  const list = nav?.querySelector(".ant-tabs-nav-list");
  for (const name of ["role", "aria-orientation"]) {
    const value = nav?.getAttribute(name);
    if (list && value) list.setAttribute(name, value);
    nav?.removeAttribute(name);
  }
}

/** Those whose page, or button, the user holds. */
function usePermittedLists(page: ListPage): ListPage[] {
  const paths = usePermission((permission) => permission.paths);
  const held = useSession((session) => session.buttons);
  return useMemo(() => {
    return listsOfPage(page).filter(({ access }) => paths.has(`/${access}`) || (held ?? []).includes(access));
  }, [page, paths, held]);
}

interface TabProps {
  list: ListPage;
  /** Of the page the list stands on: its filters are written there. */
  path: string;
  among: Parameters<typeof ListPageView>[0]["among"] & object;
}

function Tab({ list, path, among }: TabProps) {
  const here = useMemo(() => ({ ...list, path }), [list, path]);
  const { data: definition } = useQuery({
    queryKey: ["definition", list.key],
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
    queryFn: () => loadDefinitionOfList(list),
  });
  if (!definition) return <PageLoading />;
  return <ListPageView page={here} overrides={definition.list ?? NO_CHANGES} among={among} />;
}

const NO_CHANGES = {};
