/** Orders made by calls, for tests about what comes after. */
import type { Caller } from "./people.ts";

interface Choice {
  value: string;
}

export interface SavedOrder {
  orderUuid: string;
  orderCode: string;
  rowUuid: string;
}

/** The customer of the fixture. */
export async function customer(caller: Caller): Promise<string | undefined> {
  const [found] = await caller.data<Choice[]>("GET", "/platform/select/coop?role=customer&keyword=KH001");
  return found?.value;
}

/** The catalogue's example: PVG–FRA, 12 pieces, 480 kg, 3.6 CBM of garments. */
export async function makeOrder(caller: Caller, more: Record<string, unknown> = {}): Promise<SavedOrder> {
  const order = {
    businessScope: "AE",
    businessProduct: "代理制",
    coopId: await customer(caller),
    departureStation: "PVG",
    arrivalStation: "FRA",
    goodsNameCn: "服装",
    goodsNameEn: "GARMENTS",
    goodsType: "普货",
    batteryType: "不含电池",
    packageType: "纸箱（CTNS）",
    planPieces: 12,
    planWeight: 480,
    planVolume: 3.6,
    confirmed: ["order.similar", "order.tolerance"],
    ...more,
  };
  return caller.data<SavedOrder>("POST", "/afbase/order/doSave", order);
}
