// The calls about an order. None needs a log-in; each carries the code of the shared link.

import { opened, post, get, there, type Asking, type Envelope } from "./wire";
import type { Place, ShareLink } from "./share-link";
import type { TrackRecord } from "./record";

const AIR = "/afbase/external/";
const OTHER = "/sc/external/order/";

/** A house waybill that can be printed. */
export interface HousePrint {
  hawbNumber: string;
  awbPrintId: string;
}

/** The services of the order that decide which delivery notices there are. */
export interface OrderServices {
  outfieldService?: boolean | number | string | null;
  warehouseService?: boolean | number | string | null;
}

/** A question about the order behind a link. */
export interface OrderAsking extends Asking {
  link: ShareLink;
}

/** Where the order of a scope is asked for. */
const TRACK_PATH: Record<string, string> = { AF: `${AIR}order/orderTrack`, LC: `${OTHER}orderTrack/lc` };

/** The order behind the link. */
export function orderTrack(asking: OrderAsking): Promise<TrackRecord> {
  const { o, code, scope } = asking.link;
  return get<TrackRecord>(asking, TRACK_PATH[scope] ?? `${OTHER}orderTrack`, { o, code }).then(there);
}

/** The answer the server has put into the page itself, which saves a round trip. */
export function firstAnswer(): Promise<TrackRecord> | undefined {
  const element = document.getElementById("first");
  if (!element?.textContent) return undefined;
  // It answers the address the page was opened with and no other, so it is used once.
  element.remove();
  try {
    const envelope = JSON.parse(element.textContent) as Envelope<TrackRecord>;
    const answer = Promise.resolve(envelope).then(opened).then(there);
    // A refusal is read when the view of the scope is there; until then nobody listens.
    answer.catch(() => undefined);
    return answer;
  } catch {
    return undefined;
  }
}

/** Whether the order has a delivery notice of the kind: the check answers code 0. */
export async function hasNotice(asking: OrderAsking, flag: Place): Promise<boolean> {
  const base = asking.link.scope === "AF" ? AIR : OTHER;
  await get(asking, `${base}checkOrderDeliveryNotice/${uuid(asking)}/${flag}`, proof(asking));
  return true;
}

/** A delivery notice of the order; what it holds depends on the scope. */
export function deliveryNotice<T>(asking: OrderAsking, flag: Place): Promise<T> {
  const { scope } = asking.link;
  const path = scope === "AF" ? `${AIR}orderDeliveryNotice` : `${OTHER}deliveryNotice/${scope.toLowerCase()}`;
  return get<T>(asking, `${path}/${uuid(asking)}/${flag}`, proof(asking)).then(there);
}

/** What the driver of an air order's notice tells. */
export type DriverAction = "save" | "depart" | "arrive";

/** What he fills in; a phone that is left empty stays the one that is known. */
export interface DriverSheet {
  plateNo: string;
  driverName: string;
  driverPhone: string;
  slot: string;
}

type Text = string | null | undefined;

/** His part of a notice; of his phone the last digits alone. */
export interface DriverTold {
  noticeNumber?: Text;
  state?: Text;
  stateName?: Text;
  plateNo?: Text;
  driverName?: Text;
  driverPhone?: Text;
  slot?: Text;
  latestTime?: Text;
  departTime?: Text;
  arriveTime?: Text;
  queueNo?: Text;
}

/** Tells something about the delivery; answers the notice as it is then. */
export function tellDriver(
  asking: OrderAsking,
  flag: Place,
  action: DriverAction,
  sheet: DriverSheet & { longitude?: string; latitude?: string },
): Promise<DriverTold> {
  const { orderUuid, code } = asking.link;
  return post<DriverTold>(asking, `${AIR}deliveryNotice/driver`, { orderUuid, flag, code, action, ...sheet }).then(there);
}

/** The service flags of the order. */
export function orderServices(asking: OrderAsking): Promise<OrderServices | null> {
  return get<OrderServices>(asking, `${AIR}viewAFOrderByOrderUuid/${uuid(asking)}`, proof(asking));
}

/** The master waybill of the order, or nothing when none can be printed. */
export function masterPrint(asking: OrderAsking): Promise<{ awbNumber?: string } | null> {
  return get<{ awbNumber?: string }>(asking, `${AIR}viewByOrderUuid/${uuid(asking)}`, proof(asking));
}

/** The house waybills that can be printed. */
export function housePrints(asking: OrderAsking): Promise<HousePrint[] | null> {
  return get<HousePrint[]>(asking, `${AIR}hawbListByOrderUuid/${uuid(asking)}`, proof(asking));
}

/** Has the master waybill printed; answers the address of the paper. */
export function printMaster(asking: OrderAsking): Promise<string> {
  return printed(asking, "downloadAWB", { awbPrintType: "PRINT_MAWB" });
}

/** Has a house waybill printed; answers the address of the paper. */
export function printHouse(asking: OrderAsking, awbPrintId: string): Promise<string> {
  return printed(asking, "downloadHAWB", { awbPrintType: "PRINT_HAWB", awbPrintId });
}

/** Has the bill of a sea order, or the waybill of an air import, made ready; answers the address of the paper. */
export function submitBill(asking: OrderAsking): Promise<string> {
  return post<string>(asking, `${OTHER}awbSubmit`, { o: asking.link.o, code: asking.link.code }).then(there);
}

function uuid({ link }: OrderAsking): string {
  return encodeURIComponent(link.orderUuid);
}

function proof({ link }: OrderAsking): Record<string, string> {
  return { code: link.code };
}

function printed(asking: OrderAsking, path: string, members: Record<string, string>): Promise<string> {
  const { orderUuid } = asking.link;
  return post<string>(asking, AIR + path, { ...members, orderUuid, printType: "2", code: asking.link.code }).then(there);
}
