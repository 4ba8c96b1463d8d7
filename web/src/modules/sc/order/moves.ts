/** What is done with a whole order of these scopes: from the list's row menu and from the form's buttons alike. */
import { create } from "zustand";
import { put } from "@/platform/call/client";
import type { Finding } from "@/platform/contract";
import { ask } from "@/platform/dialog";
import type { Values } from "@/platform/forms/form-store";
import { translate } from "@/platform/i18n";
import { goTo } from "@/platform/navigate";
import type { MoveItem } from "@/platform/order/order-parts";
import { runMove } from "@/platform/order/run-move";
import { toast } from "@/platform/toast";
import { type ScScope, baseOf } from "../scopes";

/** The order a move is about. */
export interface MovedOrder {
  scope: ScScope;
  orderUuid: string;
  rowUuid: string;
  orderCode: string;
  coopName?: string;
}

export type MoveName = "cancel" | "restore" | "forceStop" | "lock" | "unlock";

interface OpenMove {
  kind: "cancel" | "forceStop" | "applyUnlock";
  order: MovedOrder;
  done(): void;
}

/** The dialog that is open, if any; `<ScMoveDialogs />` draws it. */
export const useMove = create<{ open: OpenMove | null }>(() => ({ open: null }));

export function closeMove(): void {
  useMove.setState({ open: null });
}

/** Opens the dialog of a move that wants a reason. */
export function openMove(kind: OpenMove["kind"], order: MovedOrder, done: () => void): void {
  useMove.setState({ open: { kind, order, done } });
}

/** The order a row or the values of a form tell of. */
export function movedOrder(scope: ScScope, values: Values): MovedOrder {
  const text = (name: string) => String(values[name] ?? "");
  return { scope, orderUuid: text("orderUuid"), rowUuid: text("rowUuid"), orderCode: text("orderCode"), coopName: text("coopName") };
}

/** Makes a move; the findings of a refused one, or null when it is done or was given up. */
export function makeMove(
  name: MoveName,
  { scope, orderUuid, rowUuid }: MovedOrder,
  more: Values,
  done: () => void,
): Promise<Finding[] | null> {
  const path = `${baseOf(scope)}/${encodeURIComponent(orderUuid)}/${name}`;
  return runMove((body) => put(path, body, { quiet: true }), { rowUuid, ...more }, done);
}

/** 恢复订单, 财务锁账, 财务解锁: one question, then the call. */
export async function askAndMove(name: "restore" | "lock" | "unlock", order: MovedOrder, done: () => void): Promise<void> {
  const text = `${translate(`order:move.${name}`)} ${order.orderCode}`;
  if (!(await ask({ text, yes: translate("platform:action.ok") }))) return;
  const findings = await makeMove(name, order, {}, done);
  if (findings?.[0]) toast.failed(findings[0].message);
}

/** The page that makes and shows the public link of an order. */
export function openShare({ orderUuid }: MovedOrder): void {
  goTo(`/orderShareQrcodeTrack?o=${encodeURIComponent(orderUuid)}`);
}

/** The moves an order allows now, as entries of a menu. */
export function moveItems(order: MovedOrder, buttons: string[], done: () => void): MoveItem[] {
  const has = (name: string) => buttons.includes(`${order.scope}-order-${name}`);
  const items: MoveItem[] = [];
  if (has("share")) items.push({ key: "share", label: translate("order:move.share"), run: () => openShare(order) });
  const asked = (name: "restore" | "lock" | "unlock") =>
    items.push({ key: name, label: translate(`order:move.${name}`), run: () => void askAndMove(name, order, done) });
  if (has("restore")) asked("restore");
  if (buttons.includes("af-lock-lock")) asked("lock");
  if (buttons.includes("af-lock-unlock")) asked("unlock");
  if (has("cancel")) {
    items.push({
      key: "cancel",
      label: translate("order:move.cancel"),
      danger: true,
      run: () => openMove("cancel", order, done),
    });
  }
  if (has("forcestop")) {
    items.push({
      key: "forceStop",
      label: translate("order:move.forceStop"),
      danger: true,
      run: () => openMove("forceStop", order, done),
    });
  }
  return items;
}
