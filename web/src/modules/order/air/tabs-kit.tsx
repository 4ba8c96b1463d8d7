/** What the tests of air export share: an order, a user with buttons. */
import { READ, prepareOrders } from "@/platform/order/tabs-kit";
import type { AeOrderRead } from "../tab-props";

export const ORDER: AeOrderRead = {
  ...READ,
  awbNumber: "990-12345675",
  departureStation: "PVG",
  arrivalStation: "FRA",
  goodsType: "普货",
  buttons: ["af-order-edit", "af-order-file", "af-order-share", "af-awbprint-mawb", "af-awbprint-hawb"],
};

export const BUTTONS = ["af-track-input", "af-awbprint-print", "af-order-share", "af-order-file"];

/** A user with buttons, the declared fields and the texts of the room. */
export async function prepare(buttons: string[] = BUTTONS): Promise<void> {
  await prepareOrders(buttons);
}
