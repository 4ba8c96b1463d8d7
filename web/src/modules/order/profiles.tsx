/** The profiles of the scopes that differ in little, and the tabs of all. */
import { Button } from "antd";
import { type ComponentType, lazy } from "react";
import { loadRoom, useText } from "@/platform/i18n";
import { goTo } from "@/platform/navigate";
import type { LogSource } from "@/platform/order/log-tab";
import { loadPages } from "@/platform/page-registry";
import type { OrderProfile } from "./order-profile";
import type { Prefix } from "./scopes";
import type { TabOrder, TabProps } from "./tab-props";

export const AirTrackTab = lazy(async () => ({ default: (await import("@/platform/order/air-track-tab")).TrackTab }));
const ChargeTab = lazy(async () => {
  const [{ ChargeTab: tab }] = await Promise.all([import("@/platform/charge/charge-tab"), loadRoom("css"), loadPages("css.order-charge.form")]);
  return { default: tab };
});
const EventTab = lazy(async () => ({ default: (await import("./events/track-tab")).TrackTab }));
const FileTab = lazy(async () => ({ default: (await import("@/platform/order/file-tab")).FileTab }));
const NoteTab = lazy(async () => ({ default: (await import("@/platform/order/note-tab")).NoteTab }));
const LogTab = lazy(async () => ({ default: (await import("@/platform/order/log-tab")).LogTab }));

/** The tabs of all orders; what flies is followed by its waybill number, everything else by events of its own. */
export function commonTabs(track: ComponentType<TabProps>, log: (order: TabOrder) => LogSource): OrderProfile["tabs"] {
  return { charge: ChargeTab, track, file: FileTab, note: NoteTab, log: ({ order }) => <LogTab order={order} source={log(order)} /> };
}

/** Rows the log of a thing gives at once. */
const LOG_ROWS = 100;
const logOf = ({ orderId }: TabOrder): LogSource => {
  return { path: "/hrs/log/page", params: { objectType: "order", objectId: orderId }, size: LOG_ROWS };
};

export function profileOf(prefix: Exclude<Prefix, "af">): OrderProfile {
  const tabs = commonTabs(prefix === "ai" ? AirTrackTab : EventTab, logOf);
  return { prefix, tabs, ...(prefix === "se" ? { Buttons: BillsButton } : {}) };
}

/** The bills of lading of a sea export order. */
function BillsButton({ uuid }: { uuid: string }) {
  const t = useText();
  return <Button onClick={() => goTo(`/seOrderWaybillMake?orderUuid=${encodeURIComponent(uuid)}`)}>{t("order:bill.open")}</Button>;
}
