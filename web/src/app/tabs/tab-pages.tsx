/**
 * The open pages. The one that is shown works as any page does; the others keep their state and their elements, but
 * run no effects: they make no calls, hear no keys and no news.
 */
import { useQueryClient } from "@tanstack/react-query";
import { type AnyRouteMatch, type AnyRouter, RouterContextProvider, useMatch, useRouter } from "@tanstack/react-router";
import { Activity, memo, useEffect, useLayoutEffect, useMemo, useRef } from "react";
import { PageBody } from "@/app/page-body";
import { keepTabs, keptTabs } from "@/app/tabs/kept-tabs";
import { makePageTab } from "@/app/tabs/page-tab";
import type { OpenTab, Shown } from "@/app/tabs/tab-model";
import { arriveAt, forgetTabs, renew, setTabs, tabsOn, unsavedCount, useTabs } from "@/app/tabs/tab-store";
import { useKeptScroll } from "@/app/tabs/use-kept-scroll";
import { usePageLocation } from "@/platform/page-location";
import { PageTabContext } from "@/platform/page-tab";
import type { ResolvedPage } from "@/platform/page-registry";

export const panelId = (key: string): string => `panel-${key}`;
export const tabId = (key: string): string => `of-${key}`;

/** Draws the page the router came to, and keeps those it came from. `strip`: whether the tabs are shown above. */
export function TabPages({ page, strip }: { page: ResolvedPage | null; strip: boolean }) {
  const tabs = useTabs((state) => state.tabs);
  const active = useTabs((state) => state.active);
  useLayoutEffect(() => {
    setTabs({ tabs: tabsOn() ? keptTabs() : [], active: "" });
    const stop = useTabs.subscribe(keepTabs);
    return () => {
      stop();
      forgetTabs();
    };
  }, []);
  useArrival(page);
  useUnloadGuard();
  return tabs.map((tab) => tab.shown && (
    <Activity key={`${tab.key}/${tab.round}`} mode={tab.key === active ? "visible" : "hidden"}>
      <Panel of={tab.key} shown={tab.shown} strip={strip} />
    </Activity>
  ));
}

/** Tells the tabs where the router is, before anything is painted. */
function useArrival(page: ResolvedPage | null): void {
  const match = useMatch({ strict: false }) as AnyRouteMatch;
  const { pathname, searchStr } = usePageLocation();
  const queries = useQueryClient();
  const last = useRef({ match, queries });
  last.current = { match, queries };
  useLayoutEffect(() => {
    const { match: now, queries: read } = last.current;
    const before = useTabs.getState().tabs;
    arriveAt({ page, match: now, href: pathname + searchStr });
    const { tabs, active } = useTabs.getState();
    const present = tabs.find((tab) => tab.key === active);
    const known = before.find((tab) => tab.key === active);
    // The jump home carries the moment, so that its data are read again wherever it is made from.
    if (known?.shown && momentOf(present) && momentOf(present) !== momentOf(known)) renew(active, read);
  }, [page, pathname, searchStr]);
}

function momentOf(tab: OpenTab | undefined): string | undefined {
  return (tab?.shown?.match.search as { t?: string } | undefined)?.t;
}

/** The browser asks before the window is closed over what is unsaved in a page behind; the shown page asks itself. */
function useUnloadGuard(): void {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => unsavedCount() > 0 && event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, []);
}

interface PanelProps {
  /** Key of the tab. */
  of: string;
  shown: Shown;
  strip: boolean;
}

/** A page in its tab. Nothing of it is drawn anew when another tab comes, goes or changes its name. */
const Panel = memo(function Panel({ of: key, shown, strip }: PanelProps) {
  const router = useRouter();
  const own = useMemo(() => routerAt(router, shown.match), [router, shown.match]);
  const pageTab = useMemo(() => makePageTab(key), [key]);
  const scroll = useKeptScroll();
  useLayoutEffect(() => {
    pageTab.show();
    return pageTab.hide;
  }, [pageTab]);
  const role = strip ? { role: "tabpanel", "aria-labelledby": tabId(key) } : {};
  return (
    <div className="page-panel" id={panelId(key)} ref={scroll} {...role}>
      <RouterContextProvider router={own}>
        <PageTabContext.Provider value={pageTab}>
          <PageBody page={shown.page} />
        </PageTabContext.Provider>
      </RouterContextProvider>
    </div>
  );
});

/** The router as a page sees it: at the page's own address, wherever the window is. */
function routerAt(router: AnyRouter, match: AnyRouteMatch): AnyRouter {
  const still = { get: () => match, subscribe: () => ({ unsubscribe: () => undefined }) };
  const stores = Object.create(router.stores as object, { getMatchStore: { value: () => still } }) as unknown;
  return Object.create(router, { stores: { value: stores } }) as AnyRouter;
}
