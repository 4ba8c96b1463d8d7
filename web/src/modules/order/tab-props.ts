import type { AirOrderRead, OrderTabProps } from "@/platform/order/tab-props";

/** The members of a stored order that the tabs of any scope look at. */
export interface TabOrder extends AirOrderRead {
  /** What the operation log knows it by. */
  orderId: string;
  /** Numbers of its boxes. */
  boxes: string[];
  departureStation: string;
  arrivalStation: string;
  goodsType: string;
}

export type TabProps = OrderTabProps<TabOrder>;

/** Of air export. */
export type AeOrderRead = Omit<TabOrder, "orderId" | "boxes">;
export type AirTabProps = OrderTabProps<AeOrderRead>;

/** Of what is followed by events of its own. */
export type EventOrder = Pick<TabOrder, "orderUuid" | "orderCode" | "rowUuid" | "prefix" | "buttons" | "awbNumber" | "orderId" | "boxes">;
export type EventTabProps = OrderTabProps<EventOrder>;
