import { type ComponentType, type LazyExoticComponent, Suspense, lazy } from "react";
import { isPublic } from "@/app/guard";
import { PageCrash } from "@/app/page-crash";
import { PageLoading } from "@/platform/page-loading";
import { usePageLocation } from "@/platform/page-location";
import { type PageDefinition, type ResolvedPage, loadDefinition } from "@/platform/page-registry";

const Shell = lazy(() => import("@/app/shell/shell"));
const NotFound = lazy(() => import("@/app/pages/not-found"));

type LazyPage = LazyExoticComponent<ComponentType>;
const loaded = new Map<string, LazyPage>();

/** Draws the page the guard let through: bare for public paths, in the shell otherwise. */
export function RoutedPage({ page }: { page: ResolvedPage | null }) {
  const { pathname } = usePageLocation();
  const Page = page ? pageOf(page) : NotFound;
  const body = (
    <PageCrash key={pathname}>
      <Suspense fallback={<PageLoading />}>
        <Page />
      </Suspense>
    </PageCrash>
  );
  if (isPublic(pathname)) return body;
  return (
    <Suspense fallback={<PageLoading />}>
      <Shell page={page}>{body}</Shell>
    </Suspense>
  );
}

/** The component of a page, made once so that a change of query does not mount it again. */
function pageOf(page: ResolvedPage): LazyPage {
  const known = loaded.get(page.path);
  if (known) return known;
  const made = lazy(async () => ({ default: await componentOf(page) }));
  loaded.set(page.path, made);
  return made;
}

async function componentOf(page: ResolvedPage): Promise<ComponentType> {
  const definition: PageDefinition = await loadDefinition(page);
  if (definition.page) return definition.page;
  if (page.board) {
    const { board } = page;
    const { BoardPageView } = await import("@/platform/boards/board-page");
    return () => <BoardPageView page={board} />;
  }
  if (page.list) {
    const { list } = page;
    const { ListPageView } = await import("@/platform/lists/list-page");
    return () => <ListPageView page={list} overrides={definition.list ?? {}} />;
  }
  if (page.form) {
    const { form } = page;
    const { FormPageView } = await import("@/platform/forms/form-page");
    return () => <FormPageView page={form} overrides={definition.form ?? {}} />;
  }
  return NotFound as unknown as ComponentType;
}

/** Tests start from nothing. */
export function forgetPages(): void {
  loaded.clear();
}
