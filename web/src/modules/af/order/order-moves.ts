/** What is done with a whole order: from the list's row menu and from the form's buttons alike. */
import { create } from "zustand";
import { post, put } from "@/platform/call/client";
import { ask } from "@/platform/dialog";
import { type Values } from "@/platform/forms/form-store";
import { translate } from "@/platform/i18n";
import type { Finding } from "@/platform/contract";
import { runMove } from "@/platform/order/run-move";
import { toast } from "@/platform/toast";

/** Why an air order is cancelled, as it is stored. */
export const CANCEL_REASONS = ["客户取消", "航司拉货", "改走其他方式", "重复下单", "录入错误", "其他"];

/** The order a move is about. */
export interface MovedOrder {
  orderUuid: string;
  rowUuid: string;
  orderCode: string;
  coopName?: string;
}

export type DialogKind = "cancel" | "forceStop" | "uninstall" | "copy" | "share" | "applyUnlock";

/** A dialog of a move, and what comes after it. */
export interface OpenMove {
  kind: DialogKind;
  order: MovedOrder;
  done(): void;
}

/** The dialog that is open, if any; `<MoveDialogs />` draws it. */
export const useMove = create<{ open: OpenMove | null }>(() => ({ open: null }));

export function openMove(kind: DialogKind, order: MovedOrder, done: () => void): void {
  useMove.setState({ open: { kind, order, done } });
}

export function closeMove(): void {
  useMove.setState({ open: null });
}

type Call = (body: Values) => Promise<unknown>;

const CALLS = {
  cancel: (body) => put("/afbase/order/cancel", body, { quiet: true }),
  restore: (body) => put("/afbase/order/restore", body, { quiet: true }),
  forceStop: (body) => put("/afbase/order/forceStop", body, { quiet: true }),
  opFinish: (body) => put("/afbase/order/opFinish", body, { quiet: true }),
  opCancel: (body) => put("/afbase/order/opCancel", body, { quiet: true }),
  lock: (body) => put("/afbase/order/lock", body, { quiet: true }),
  unlock: (body) => put("/afbase/order/unlock", body, { quiet: true }),
  uninstall: (body) => post("/afbase/aforder/uninstallAwb", body, { quiet: true }),
} satisfies Record<string, Call>;

export type MoveName = keyof typeof CALLS;

/** Makes a move; the findings of a refused one, or null when it is done or was given up. */
export function makeMove(name: MoveName, order: MovedOrder, more: Values, done: () => void): Promise<Finding[] | null> {
  const { orderUuid, rowUuid } = order;
  return runMove((body) => CALLS[name](body), { orderUuid, rowUuid, ...more }, done);
}

/** A move without a dialog of its own: one question, then the call. */
export async function askAndMove(name: MoveName, text: string, order: MovedOrder, done: () => void): Promise<void> {
  if (!(await ask({ text: `${text} ${order.orderCode}`, yes: translate("platform:action.ok") }))) return;
  const findings = await makeMove(name, order, {}, done);
  if (findings?.[0]) toast.failed(findings[0].message);
}
