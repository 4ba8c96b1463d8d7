/** /af_order … /io_order: the orders of a scope as their user has set them up, and what is done with one of them. */
import { Suspense, lazy, useMemo } from "react";
import type { ListPage } from "@/platform/contract";
import type { ListOverrides } from "@/platform/lists/list-overrides";
import { openOrder, useOrderHabits } from "@/platform/order/order-habits";
import { usePlacedFields } from "@/platform/order/places";
import { PageLoading } from "@/platform/page-loading";
import { type PageDefinition, declaredList, definePage } from "@/platform/page-registry";
import { DEFAULT_LOCK_STATUS, usePersonal } from "@/platform/personal";
import { OrderMoveDialog, moveActions } from "./order-moves";
import type { ListProfile } from "./order-profile";
import { type Prefix, listKey, listPath, scopeOf } from "./scopes";

const ListPageView = lazy(async () => ({ default: (await import("@/platform/lists/list-page")).ListPageView }));

const LOCK_FILTER = "orderStatus";

/** The list of the orders of a scope. */
export function orderList(prefix: Prefix, profile: ListProfile = {}): PageDefinition {
  const overrides = overridesOf(prefix, profile);
  return definePage({
    page: () => {
      const declared = declaredList(listKey(prefix));
      return declared ? <OrderList prefix={prefix} declared={declared} profile={profile} overrides={overrides} /> : null;
    },
  });
}

function overridesOf(prefix: Prefix, { cells, actions, Dialogs }: ListProfile): ListOverrides {
  const open: NonNullable<ListOverrides["open"]> = (row) => openOrder(listPath(prefix), String(row["orderUuid"]));
  return {
    ...(cells ? { cells } : {}),
    open,
    actions: { [`${prefix}-order-edit`]: ([row], list) => row && open(row, list), ...moveActions(prefix), ...actions },
    dialogs: () => {
      useOrderHabits();
      return (
        <>
          <OrderMoveDialog />
          {Dialogs && <Dialogs />}
        </>
      );
    },
  };
}

interface OrderListProps {
  prefix: Prefix;
  declared: ListPage;
  profile: ListProfile;
  overrides: ListOverrides;
}

/** Locked orders, open ones or all, figures in the user's decimals. */
function OrderList({ prefix, declared, profile, overrides }: OrderListProps) {
  const scope = scopeOf(prefix);
  const { data, isLoading } = usePersonal();
  const status = data?.scopes[scope].lockStatus ?? DEFAULT_LOCK_STATUS;
  const offered = offersStatus(declared, status);
  const opening = useMemo(() => (offered ? { [LOCK_FILTER]: status } : undefined), [offered, status]);
  const columns = usePlacedFields(declared.columns, scope);
  const page = useMemo(() => ({ ...(profile.page?.(declared) ?? declared), columns }), [declared, columns, profile]);
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
