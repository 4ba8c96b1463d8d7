/** What the tests of order pages share: an order, the contract, a user with buttons. */
import { loadRoom } from "@/platform/i18n";
import type { OrderRead } from "@/platform/order/tab-props";
import { declareAll } from "@/platform/pages-kit";
import { useSession } from "@/platform/session";

export const READ: OrderRead = {
  orderUuid: "0b2f1c6a-0000-4000-8000-000000000001",
  orderCode: "AE-2607150001",
  rowUuid: "r1",
  prefix: "af",
  buttons: ["af-order-edit", "af-order-file"],
};

/** A user with buttons, the declared fields, the texts of all orders and of rooms. */
export async function prepareOrders(buttons: string[], ...rooms: string[]): Promise<void> {
  declareAll();
  useSession.getState().setButtons(buttons);
  Element.prototype.scrollIntoView = () => undefined;
  await Promise.all(["order", ...rooms].map(loadRoom));
}
