import { useEffect } from "react";
import { CancelDialog, ForceStopDialog, UnlockDialog } from "@/platform/order/move-dialogs";
import type { Values } from "@/platform/forms/form-store";
import { declaredForm } from "@/platform/page-registry";
import { formKey, scopeOf } from "../scopes";
import { CANCEL_REASONS } from "./move-reasons";
import { closeMove, makeMove, useMove } from "./moves";

/** The dialogs of moves; mounted once by each list and each form. */
export function ScMoveDialogs() {
  const open = useMove((state) => state.open);
  // A dialog left open by another page would surprise.
  useEffect(() => closeMove, []);
  if (!open) return null;
  const { kind, order, done } = open;
  if (kind === "applyUnlock") {
    return <UnlockDialog scope={scopeOf(order.scope)} order={order} coop={order} done={done} close={closeMove} />;
  }
  const run = (more: Values) => makeMove(kind, order, more, done);
  const props = { orderCode: order.orderCode, run, close: closeMove };
  if (kind === "forceStop") return <ForceStopDialog {...props} />;
  return <CancelDialog {...props} reasons={declaredForm(formKey(order.scope))?.cancelReasons ?? CANCEL_REASONS} />;
}
