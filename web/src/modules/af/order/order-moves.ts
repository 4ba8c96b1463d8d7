/** What is done with a whole order: from the list's row menu and from the form's buttons alike. */
import { create } from "zustand";
import { post, put } from "@/platform/call/client";
import { submit } from "@/platform/call/submit";
import { ask } from "@/platform/dialog";
import { type Values } from "@/platform/forms/form-store";
import { translate } from "@/platform/i18n";
import type { Finding } from "@/platform/contract";
import { toast } from "@/platform/toast";

/** Why an order is cancelled: the key of its text, and what is stored. */
export const CANCEL_REASONS = [
  ["customer", "客户取消"],
  ["airline", "航司拉货"],
  ["otherWay", "改走其他方式"],
  ["double", "重复下单"],
  ["mistake", "录入错误"],
  ["other", "其他"],
] as const;

/** The order a move is about. */
export interface MovedOrder {
  orderUuid: string;
  rowUuid: string;
  orderCode: string;
  coopName?: string;
}

export type DialogKind = "cancel" | "forceStop" | "uninstall" | "copy" | "share" | "applyUnlock";

interface OpenMove {
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
export async function makeMove(name: MoveName, order: MovedOrder, more: Values, done: () => void): Promise<Finding[] | null> {
  const { orderUuid, rowUuid } = order;
  const result = await submit((confirmed) => {
    const body = { orderUuid, rowUuid, ...more };
    return CALLS[name](confirmed.length > 0 ? { ...body, confirmed } : body);
  });
  if (result.kind === "findings") return result.findings;
  if (result.kind === "saved" || (result.kind === "stale" && result.reload)) done();
  // What waits for a decision is done later.
  const no = result.kind === "saved" && (result.data as { instanceNo?: string } | null)?.instanceNo;
  if (no) toast.info(translate("af:move.submitted", { no }));
  return result.kind === "failed" ? [] : null;
}

/** A move without a dialog of its own: one question, then the call. */
export async function askAndMove(name: MoveName, text: string, order: MovedOrder, done: () => void): Promise<void> {
  if (!(await ask({ text: `${text} ${order.orderCode}`, yes: translate("platform:action.ok") }))) return;
  const findings = await makeMove(name, order, {}, done);
  if (findings?.[0]) toast.failed(findings[0].message);
}
