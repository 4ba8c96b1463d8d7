/** /af_order … /io_order: the orders of a scope as their user has set them up, and what is done with one of them. */
import { Suspense, lazy, useMemo } from "react";
import type { Column, ListPage } from "@/platform/contract";
import type { ActionHandler, ListOverrides } from "@/platform/lists/list-overrides";
import { openOrder, useOrderHabits } from "@/platform/order/order-habits";
import { usePlacedFields } from "@/platform/order/places";
import { PageLoading } from "@/platform/page-loading";
import { type PageDefinition, declaredList, definePage } from "@/platform/page-registry";
import { DEFAULT_LOCK_STATUS, usePersonal } from "@/platform/personal";
import { OrderActDialogs, actActions, actButtons } from "./order-acts";
import { OrderBatchDialog, batchButton, changeSeveral } from "./order-batch";
import { inPlaceOf } from "./order-in-place";
import { OrderMoveDialog, moveActions } from "./order-moves";
import type { ListProfile } from "./order-profile";
import { type Prefix, listKey, listPath, scopeOf } from "./scopes";

const ListPageView = lazy(async () => ({ default: (await import("@/platform/lists/list-page")).ListPageView }));

const LOCK_FILTER = "orderStatus";
const USUAL_ROWS = 20;
/** What an order is called, when and how it goes, whose it is: what is looked for in a list stands first. */
const LEADING = [
  "awbNumber", "hawbNumber", "mlbNumber", "hlbNumber", "railWaybillNo", "orderCode",
  "expectFlight", "shipName", "shipVoyageNumber", "trainNo", "driverNumber", "serviceType",
  "expectDeparture", "expectArrival", "businessDate", "departureStation", "arrivalStation", "coopName",
  "orderStatus",
];

/** Shown here without being asked for: whose it is, and what is written beside it in the list itself. */
const SHOWN = ["coopName", "orderRemark"];

/** The columns as they stand as long as their user has not put them otherwise. */
export function leading(columns: Column[]): Column[] {
  const first = LEADING.flatMap((name) => columns.filter((column) => column.name === name));
  const others = columns.filter((column) => !LEADING.includes(column.name));
  return [...first, ...others].map((column) => (SHOWN.includes(column.name) ? { ...column, shown: true } : column));
}

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
  // One right: a row is opened, several are changed together.
  const edit: ActionHandler = (rows, list, button) => {
    const [row] = rows;
    if (button.place === "batch") changeSeveral(prefix, rows, list);
    else if (row) open(row, list);
  };
  return {
    ...(cells ? { cells } : {}),
    open,
    inPlace: inPlaceOf(prefix),
    actions: { [`${prefix}-order-edit`]: edit, ...moveActions(prefix), ...actActions(prefix), ...actions },
    dialogs: () => {
      useOrderHabits();
      return (
        <>
          <OrderMoveDialog />
          <OrderBatchDialog />
          <OrderActDialogs />
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
  const page = useMemo(() => {
    const own = profile.page?.(declared) ?? declared;
    return { ...own, columns: leading(columns), buttons: [...own.buttons, batchButton(prefix), ...actButtons(prefix)] };
  }, [declared, columns, profile, prefix]);
  if (isLoading) return <PageLoading />;
  return (
    <Suspense fallback={<PageLoading />}>
      <ListPageView page={page} overrides={overrides} opening={opening} usual={USUAL_ROWS} />
    </Suspense>
  );
}

/** Whether a list can be narrowed to a lock status; all orders need no narrowing. */
function offersStatus({ filters }: ListPage, status: string): boolean {
  const options = filters.find(({ name }) => name === LOCK_FILTER)?.field.options ?? [];
  return options.some(({ value }) => value === status);
}
