import type { AirOrderRead, OrderTabProps } from "@/platform/order/tab-props";

/** The members of a stored order that its tabs look at. */
export interface ScOrderRead extends AirOrderRead {
  /** What the operation log knows it by. */
  orderId: string;
  /** Numbers of its boxes. */
  boxes: string[];
}

/** What the tabs of these scopes receive. */
export type ScTabProps = OrderTabProps<ScOrderRead>;
