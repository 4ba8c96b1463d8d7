// The four dates of the cargo, on the pages of air export and sea import.

import { day } from "./format";
import type { TrackedOrder } from "./record";
import { Facts } from "./section";

/** The dates as captions with values. */
export function Dates({ order }: { order: TrackedOrder }) {
  return (
    <Facts
      className="facts dates"
      of={[
        ["order.inbound", day(order.inboundDate)],
        ["order.outbound", day(order.outboundDate)],
        ["order.inspection", day(order.inspectionDate)],
        ["order.clearance", day(order.clearanceDate)],
      ]}
    />
  );
}
