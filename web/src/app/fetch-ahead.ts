/** What the first page of a load needs is asked for at once, not one after the other as the page finds out. */
import type { QueryClient } from "@tanstack/react-query";
import { isPublic } from "@/app/guard";
import { noticesQuery, offeredQuery, statisticsQuery } from "@/app/home/home-queries";
import { fetchPage } from "@/app/page-body";
import { fetchShell } from "@/app/routed-page";
import { loadPageIndex, ownPage, pagesAt } from "@/platform/page-registry";
import { ensureWords } from "@/platform/page-words";
import { ensurePermission } from "@/platform/permission";
import { isLimited, session, useSession } from "@/platform/session";

/** Failures are those of whoever asks for the same thing afterwards. */
export function fetchAhead(path: string, queries: QueryClient): void {
  const { user } = useSession.getState();
  if (!session.token() || isPublic(path) || isLimited(user)) return;
  const first = path === "/" ? "/dashboard" : path;
  const calls: Promise<unknown>[] = [ensurePermission(), ensureWords()];
  const data = first === "/dashboard" ? [statisticsQuery, noticesQuery, offeredQuery] : [];
  for (const query of data) calls.push(queries.prefetchQuery(query as typeof statisticsQuery));
  const page = ownPage(first);
  calls.push(fetchShell(), loadPageIndex(), page ? fetchPage(page) : pagesAt(first));
  void Promise.allSettled(calls);
}
