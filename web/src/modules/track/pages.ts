import { withOrderTexts } from "@/platform/order/order-texts";
import { room } from "@/platform/page-registry";

export default room("track", [
  {
    path: "/newCargoTracking",
    open: true,
    title: { zh: "货物追踪", en: "Cargo tracking" },
    load: () => withOrderTexts(import("./new-cargo-tracking.page")),
  },
  {
    path: "/cargoTracking",
    open: true,
    title: { zh: "货物轨迹", en: "Cargo tracks" },
    load: () => withOrderTexts(import("./cargo-tracking.page")),
  },
]);
