/** What a form takes from its order, or from the last waybill of the same customer and route. */
import type { Taking } from "@/modules/awb/form/take/taking";
import type { WaybillKey } from "@/modules/awb/form/store-form";
import { kindCode } from "@/modules/awb/form/waybill-desk";
import { type Overview, boxesOf } from "@/modules/awb/form/waybill-model";
import { get } from "@/platform/call/client";
import type { FormStore } from "@/platform/forms/form-store";
import { translate } from "@/platform/i18n";
import { toast } from "@/platform/toast";

const BASE = "/afbase/awbPrint";

/** The form of an order or house, in the words of the calls. */
export function formParams({ kind, hawbId }: WaybillKey) {
  return kind === "master" ? { type: 0 } : { type: 1, hawbId };
}

/** 取订单数据: fills boxes that are empty, or all of them. */
export async function takeOrder(key: WaybillKey, form: FormStore, overwrite: boolean, taking: Taking): Promise<void> {
  const data = await get<Record<string, unknown>>(`${BASE}/prefill/${key.orderUuid}`, formParams(key));
  const now = form.all();
  const wanted = Object.entries(boxesOf(data, key.kind)).filter(([name]) => name !== "kind" && (overwrite || isEmpty(now[name])));
  const changes = differing(form, Object.fromEntries(wanted));
  const n = Object.keys(changes).length;
  if (n > 0) taking.take(translate("awb:take.orderTaken", { n }), changes);
  else toast.info(translate("awb:take.orderSame"));
}

interface Previous {
  number: string;
  finishedOn: string | null;
  boxes: Record<string, unknown>;
}

/** What a form without an order is looked up by. */
function routeOf({ kind, awbPrintId }: WaybillKey, form: FormStore): Record<string, string> {
  const text = (name: string) => String(form.get(name) ?? "");
  const route = { type: kindCode(kind), departureStation: text("departureStation"), arrivalStation: text("arrivalStation") };
  return awbPrintId ? { ...route, awbPrintId } : route;
}

/** 复制上票: parties, agent, handling, accounting and codes of the last finished form. */
export async function takePrevious(key: WaybillKey, form: FormStore, taking: Taking): Promise<void> {
  const found = key.orderUuid
    ? await get<Previous>(`${BASE}/previous/${key.orderUuid}`, formParams(key))
    : await get<Previous>("/os/waybill/previous", routeOf(key, form));
  const all = boxesOf(found.boxes, key.kind);
  const changes = differing(form, Object.fromEntries(Object.keys(found.boxes).map((name) => [name, all[name]])));
  const from = { number: found.number, day: found.finishedOn ?? "" };
  if (Object.keys(changes).length > 0) taking.take(translate("awb:take.previousTaken", from), changes);
  else toast.info(translate("awb:take.previousSame", from));
}

/** Boxes of a master that are the same on its houses. */
const OF_MASTER = [
  "departureStation", "departureStationName", "arrivalStation", "arrivalStationName", "airlineCode", "to1", "by1", "to2", "by2", "to3", "by3",
  "flightNumber", "flightDate", "flightNumber2", "flightDate2", "currency", "shipper", "consignee", "notify",
];

/** 从主单复制: stations, flights and parties of the master, into boxes that are empty. */
export async function takeMaster(key: WaybillKey, form: FormStore, taking: Taking): Promise<void> {
  const data = await masterForm(key, String(form.get("awbNumber") ?? ""));
  const boxes = boxesOf(data, "master");
  const wanted = OF_MASTER.filter((name) => isEmpty(form.get(name))).map((name) => [name, boxes[name]]);
  const changes = differing(form, Object.fromEntries(wanted) as Record<string, unknown>);
  const n = Object.keys(changes).length;
  if (n > 0) taking.take(translate("awb:take.masterTaken", { number: String(boxes["awbNumber"] ?? ""), n }), changes);
  else toast.info(translate("awb:take.masterSame"));
}

/** The form of a house's master, stored or as a new one begins. */
async function masterForm(key: WaybillKey, awbNumber: string): Promise<Record<string, unknown>> {
  if (!key.orderUuid) return get<Record<string, unknown>>("/os/waybill/view", { type: "0", masterNo: awbNumber });
  const { awbPrintId } = await get<Overview>(`${BASE}/viewByOrderUuid/${key.orderUuid}`);
  return awbPrintId
    ? get<Record<string, unknown>>(`${BASE}/view/${awbPrintId}`)
    : get<Record<string, unknown>>(`${BASE}/prefill/${key.orderUuid}`, { type: 0 });
}

/** Boxes that hold something, and something else than the form has. */
function differing(form: FormStore, boxes: Record<string, unknown>): Record<string, unknown> {
  const other = ([name, value]: [string, unknown]) => !isEmpty(value) && JSON.stringify(value) !== JSON.stringify(form.get(name));
  return Object.fromEntries(Object.entries(boxes).filter(other));
}

/** Nothing typed in a box, a party or a list. */
export function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isEmpty);
  if (value !== null && typeof value === "object") {
    return Object.entries(value).every(([name, each]) => name === "weightUnit" || isEmpty(each));
  }
  return value === "" || value === null || value === undefined;
}
