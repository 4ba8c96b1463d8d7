import { type ComponentType, Suspense, lazy } from "react";
import { PageCrash } from "@/app/page-crash";
import { PageLoading } from "@/platform/page-loading";
import { type PageDefinition, type ResolvedPage, loadDefinition } from "@/platform/page-registry";
import { readyLazy } from "@/platform/ready-lazy";

const NotFound = lazy(() => import("@/app/pages/not-found"));

type LazyPage = ReturnType<typeof readyLazy<object>>;
const loaded = new Map<string, LazyPage>();

/** A page by what was found at its path; its script comes when it is drawn first. */
export function PageBody({ page }: { page: ResolvedPage | null }) {
  const Page = page ? pageOf(page).Component : NotFound;
  return (
    <PageCrash>
      <Suspense fallback={<PageLoading />}>
        <Page />
      </Suspense>
    </PageCrash>
  );
}

/** The component of a page, made once so that a change of query does not mount it again. */
function pageOf(page: ResolvedPage): LazyPage {
  const known = loaded.get(page.path);
  if (known) return known;
  const made = readyLazy(() => componentOf(page));
  loaded.set(page.path, made);
  return made;
}

/** Fetches the code of a page while something else is waited for. */
export const fetchPage = (page: ResolvedPage): Promise<void> => pageOf(page).fetch();

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
    if (list.tabsOf) {
      const { TabbedLists } = await import("@/platform/lists/tabbed-lists");
      return () => <TabbedLists page={list} />;
    }
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
