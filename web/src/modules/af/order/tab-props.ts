import type { AirOrderRead, OrderTabProps } from "@/platform/order/tab-props";

/** The members of a stored order of air export that its tabs look at. */
export interface AeOrderRead extends AirOrderRead {
  departureStation: string;
  arrivalStation: string;
  goodsType: string;
}

/** What the tabs of air export receive. */
export type AirTabProps = OrderTabProps<AeOrderRead>;
