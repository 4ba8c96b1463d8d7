/** The moves an order allows now, as entries of a menu. */
import type { FormStore } from "@/platform/forms/form-store";
import { translate } from "@/platform/i18n";
import type { MoveItem } from "@/platform/order/order-parts";
import { goTo } from "@/platform/navigate";
import { type DialogKind, type MoveName, type MovedOrder, askAndMove, openMove } from "./order-moves";
import { papersOf } from "./papers";

const text = (value: unknown) => String(value ?? "");

/** `codes` are the buttons the order offers now, `held` all those of its user. */
export function moveItems(form: FormStore, codes: string[], held: string[], done: () => void): MoveItem[] {
  const order: MovedOrder = {
    orderUuid: text(form.get("orderUuid")),
    rowUuid: text(form.get("rowUuid")),
    orderCode: text(form.get("orderCode")),
    coopName: text(form.get("coopName")),
  };
  if (!order.orderUuid) return [];
  const has = (code: string) => codes.includes(code);
  const dialog = (kind: DialogKind, label: string, danger = false): MoveItem => ({ key: kind, label, danger, run: () => openMove(kind, order, done) });
  const asked = (name: MoveName, label: string): MoveItem => ({ key: name, label, run: () => void askAndMove(name, label, order, done) });
  const items: MoveItem[] = [];
  if (has("af-awbprint-mawb") && form.get("awbNumber")) {
    items.push({ key: "mawb", label: translate("af:move.mawb"), run: () => goTo(`/af_mawb_make?o=${order.orderUuid}`) });
  }
  const { orderUuid } = order;
  items.push(...papersOf({ orderUuid, awbNumber: text(form.get("awbNumber")), goodsType: text(form.get("goodsType")) }, held));
  if (has("af-order-share")) items.push(dialog("share", translate("order:move.share")));
  if (has("af-order-copy")) items.push(dialog("copy", translate("af:move.copy")));
  if (has("af-order-opfinish")) {
    const finished = form.get("operationFinished") === true;
    items.push(finished ? asked("opCancel", translate("af:move.opCancel")) : asked("opFinish", translate("af:move.opFinish")));
  }
  if (has("af-lock-lock")) items.push(asked("lock", translate("order:move.lock")));
  if (has("af-lock-unlock")) items.push(asked("unlock", translate("order:move.unlock")));
  if (has("prm-unlock-apply")) items.push(dialog("applyUnlock", translate("order:move.applyUnlock")));
  if (has("af-order-uninstall")) items.push(dialog("uninstall", translate("af:move.uninstall")));
  if (has("af-order-restore")) items.push(asked("restore", translate("order:move.restore")));
  if (has("af-order-cancel")) items.push(dialog("cancel", translate("order:move.cancel"), true));
  if (has("af-order-forcestop")) items.push(dialog("forceStop", translate("order:move.forceStop"), true));
  return items;
}
