import { withOrderTexts } from "@/platform/order/order-texts";
import { room } from "@/platform/page-registry";

export default room("af", [
  { key: "af.order.list", load: () => withOrderTexts(import("./af-order.page")) },
  { key: "af.order.form", load: () => withOrderTexts(import("./af-order-edit.page")) },
  { key: "af.order-share.list", load: () => import("./af-order-share.page") },
  { key: "af.unlock-apply.list", load: () => import("./af-unlock-apply.page") },
  {
    path: "/orderShareQrcodeTrack",
    open: true,
    title: { zh: "订单分享二维码", en: "Order share and QR code" },
    load: () => import("./order-share-qrcode-track.page"),
  },
]);
