/** The moves an order allows now, as entries of a menu. */
import type { FormStore } from "@/platform/forms/form-store";
import { translate } from "@/platform/i18n";
import { lifeItems } from "@/platform/order/life-moves";
import type { MoveItem } from "@/platform/order/order-parts";
import { goTo } from "@/platform/navigate";
import { type DialogKind, type MovedOrder, askAndMove, openMove } from "./order-moves";
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
  const dialog = (kind: DialogKind, label: string): MoveItem => ({ key: kind, label, run: () => openMove(kind, order, done) });
  const items: MoveItem[] = [];
  if (has("af-awbprint-mawb") && form.get("awbNumber")) {
    items.push({ key: "mawb", label: translate("af:move.mawb"), run: () => goTo(`/af_mawb_make?o=${order.orderUuid}`) });
  }
  const { orderUuid } = order;
  items.push(...papersOf({ orderUuid, awbNumber: text(form.get("awbNumber")), goodsType: text(form.get("goodsType")) }, held));
  if (has("af-order-share")) items.push(dialog("share", translate("order:move.share")));
  if (has("af-order-copy")) items.push(dialog("copy", translate("af:move.copy")));
  if (has("af-order-uninstall")) items.push(dialog("uninstall", translate("af:move.uninstall")));
  const life = lifeItems({
    prefix: "af",
    buttons: codes,
    finished: form.get("operationFinished") === true,
    ask: (name) => void askAndMove(name, translate(`order:move.${name}`), order, done),
    open: (name) => openMove(name, order, done),
  });
  return [...items, ...life];
}
