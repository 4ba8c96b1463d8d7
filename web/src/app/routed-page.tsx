import { Suspense } from "react";
import { isPublic } from "@/app/guard";
import { PageBody } from "@/app/page-body";
import { PageLoading } from "@/platform/page-loading";
import { usePageLocation } from "@/platform/page-location";
import type { ResolvedPage } from "@/platform/page-registry";
import { readyLazy } from "@/platform/ready-lazy";

const { Component: Shell, fetch } = readyLazy(async () => (await import("@/app/shell/shell")).default);

/** Fetches the code of the shell while something else is waited for. */
export const fetchShell = fetch;

/** Draws the page the guard let through: bare for public paths, in the shell otherwise. */
export function RoutedPage({ page }: { page: ResolvedPage | null }) {
  const { pathname } = usePageLocation();
  if (isPublic(pathname)) return <PageBody key={pathname} page={page} />;
  return (
    <Suspense fallback={<PageLoading />}>
      <Shell page={page} />
    </Suspense>
  );
}
