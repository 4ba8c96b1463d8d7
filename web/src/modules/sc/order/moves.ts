/** What is done with a whole order of these scopes: from the list's row menu and from the form's buttons alike. */
import { create } from "zustand";
import { put } from "@/platform/call/client";
import type { Finding } from "@/platform/contract";
import { ask } from "@/platform/dialog";
import type { Values } from "@/platform/forms/form-store";
import { translate } from "@/platform/i18n";
import { goTo } from "@/platform/navigate";
import { type AskedMove, type DialogMove, lifeItems } from "@/platform/order/life-moves";
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

export type MoveName = AskedMove | Exclude<DialogMove, "applyUnlock">;

interface OpenMove {
  kind: DialogMove;
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

/** A move without a dialog of its own: one question, then the call. */
export async function askAndMove(name: AskedMove, order: MovedOrder, done: () => void): Promise<void> {
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
export function moveItems(order: MovedOrder, finished: boolean, buttons: string[], done: () => void): MoveItem[] {
  const share = { key: "share", label: translate("order:move.share"), run: () => openShare(order) };
  const life = lifeItems({
    prefix: order.scope,
    buttons,
    finished,
    ask: (name) => void askAndMove(name, order, done),
    open: (name) => openMove(name, order, done),
  });
  return buttons.includes(`${order.scope}-order-share`) ? [share, ...life] : life;
}
