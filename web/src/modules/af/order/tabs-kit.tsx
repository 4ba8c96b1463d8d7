/** What the tests of the tabs share: an order, the contract, a user with buttons. */
import contract from "@/gen/pages.json";
import type { Contract } from "@/platform/contract";
import { loadRoom } from "@/platform/i18n";
import { setContract } from "@/platform/page-registry";
import { useSession } from "@/platform/session";
import type { OrderRead } from "./tab-props";

export const ORDER: OrderRead = {
  orderUuid: "0b2f1c6a-0000-4000-8000-000000000001",
  orderCode: "AE-2607150001",
  rowUuid: "r1",
  awbNumber: "990-12345675",
  departureStation: "PVG",
  arrivalStation: "FRA",
  buttons: ["af-order-edit", "af-order-file", "af-order-share", "af-awbprint-mawb", "af-awbprint-hawb"],
};

export const BUTTONS = ["af-track-input", "af-awbprint-print", "af-order-share", "af-order-file"];

/** A user with buttons, the declared fields and the texts of the room. */
export async function prepare(buttons: string[] = BUTTONS): Promise<void> {
  setContract(contract as unknown as Contract);
  useSession.getState().setButtons(buttons);
  Element.prototype.scrollIntoView = () => undefined;
  await loadRoom("af");
}
