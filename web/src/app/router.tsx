import {
  createRootRoute,
  createRoute,
  createRouter,
  defaultParseSearch,
  redirect,
} from "@tanstack/react-router";
import { guard } from "@/app/guard";
import { RoutedPage } from "@/app/routed-page";
import { Root } from "@/app/root";
import { closeOnLeaving, keptHref, noteAction, tabsOn } from "@/app/tabs/tab-store";
import { translate } from "@/platform/i18n";
import { connectRouter, encodeQuery } from "@/platform/navigate";
import { isUnbuilt } from "@/platform/page-registry";
import { toast } from "@/platform/toast";

const rootRoute = createRootRoute({ component: Root });

// Pages come from declarations, not from files, so one route serves every path.
const anyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "$",
  beforeLoad: async ({ location }) => {
    const verdict = await guard(location.pathname, location.searchStr);
    if (verdict.kind === "go") throw redirect({ href: verdict.href, replace: true });
    return { page: verdict.page };
  },
  component: AnyPage,
});

function AnyPage() {
  const { page } = anyRoute.useRouteContext();
  return <RoutedPage page={page} />;
}

/** Query values stay the plain strings they are in the address. */
function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

function stringifySearch(search: Record<string, unknown>): string {
  const parts = Object.entries(search).filter(([, value]) => value !== undefined && value !== null);
  if (parts.length === 0) return "";
  return `?${parts.map(([name, value]) => `${encodeQuery(name)}=${encodeQuery(String(value))}`).join("&")}`;
}

export function makeRouter() {
  const router = createRouter({
    routeTree: rootRoute.addChildren([anyRoute]),
    parseSearch: parseSearch as typeof defaultParseSearch,
    stringifySearch,
    scrollRestoration: true,
  });
  router.history.subscribe(({ action }) => noteAction(action.type));
  connectRouter((href, replace, close) => {
    // What is yet to be built is said where one is, without a page that would say nothing else.
    if (isUnbuilt(href)) return toast.info(translate("platform:error.unopened"));
    const closes = close && tabsOn();
    if (closes) closeOnLeaving();
    const target = replace && !closes ? href : keptHref(href);
    if (replace || closes) router.history.replace(target);
    else router.history.push(target);
  });
  return router;
}
