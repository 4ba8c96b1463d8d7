import { Suspense, lazy, useMemo } from "react";
import type { ListPage } from "@/platform/contract";
import type { ListOverrides } from "@/platform/lists/list-overrides";
import { usePlacedFields } from "@/platform/order/places";
import { PageLoading } from "@/platform/page-loading";
import { DEFAULT_LOCK_STATUS, usePersonal } from "@/platform/personal";
import type { Scope } from "@/platform/scopes";

const ListPageView = lazy(async () => ({ default: (await import("@/platform/lists/list-page")).ListPageView }));

const LOCK_FILTER = "orderStatus";

interface OrderListProps {
  page: ListPage;
  scope: Scope;
  overrides: ListOverrides;
}

/** A list of orders as its user has set it up: locked ones, open ones or all, figures in his decimals. */
export function OrderList({ page: declared, scope, overrides }: OrderListProps) {
  const { data, isLoading } = usePersonal();
  const status = data?.scopes[scope].lockStatus ?? DEFAULT_LOCK_STATUS;
  const offered = offersStatus(declared, status);
  const opening = useMemo(() => (offered ? { [LOCK_FILTER]: status } : undefined), [offered, status]);
  const columns = usePlacedFields(declared.columns, scope);
  const page = useMemo(() => ({ ...declared, columns }), [declared, columns]);
  if (isLoading) return <PageLoading />;
  return (
    <Suspense fallback={<PageLoading />}>
      <ListPageView page={page} overrides={overrides} opening={opening} />
    </Suspense>
  );
}

/** Whether a list can be narrowed to a lock status; all orders need no narrowing. */
function offersStatus({ filters }: ListPage, status: string): boolean {
  const options = filters.find(({ name }) => name === LOCK_FILTER)?.field.options ?? [];
  return options.some(({ value }) => value === status);
}
