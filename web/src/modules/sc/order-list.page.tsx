/** /ai_order … /io_order: what the declared lists of orders do not do by themselves. */
import type { ActionHandler, ListOverrides } from "@/platform/lists/list-overrides";
import { openOrder, useOrderHabits } from "@/platform/order/order-habits";
import { OrderList } from "@/platform/order/order-list";
import { type PageDefinition, declaredList, definePage } from "@/platform/page-registry";
import { ScMoveDialogs } from "./order/move-dialogs";
import { type MovedOrder, askAndMove, movedOrder, openMove, openShare } from "./order/moves";
import { type ScScope, listKey, scopeOf } from "./scopes";

function Dialogs() {
  useOrderHabits();
  return <ScMoveDialogs />;
}

function overridesOf(scope: ScScope): ListOverrides {
  const open = (orderUuid: string) => openOrder(`/${scope}_order`, orderUuid);
  const act =
    (run: (order: MovedOrder, done: () => void) => unknown): ActionHandler =>
    ([row], list) => {
      if (row) run(movedOrder(scope, row), list.reload);
    };
  return {
    open: (row) => open(movedOrder(scope, row).orderUuid),
    actions: {
      [`${scope}-order-edit`]: act((order) => open(order.orderUuid)),
      [`${scope}-order-share`]: act(openShare),
      [`${scope}-order-cancel`]: act((order, done) => openMove("cancel", order, done)),
      [`${scope}-order-restore`]: act((order, done) => askAndMove("restore", order, done)),
      [`${scope}-order-forcestop`]: act((order, done) => openMove("forceStop", order, done)),
    },
    dialogs: Dialogs,
  };
}

/** The list of the orders of a scope. */
export function orderList(scope: ScScope): PageDefinition {
  const overrides = overridesOf(scope);
  return definePage({
    page: () => {
      const page = declaredList(listKey(scope));
      return page ? <OrderList page={page} scope={scopeOf(scope)} overrides={overrides} /> : null;
    },
  });
}
