import { room } from "@/platform/page-registry";
import { PREFIXES, type Prefix, formKey, listKey } from "./scopes";

/** Air export has much of its own, which the others need not load. */
async function listOf(prefix: Prefix) {
  const [{ orderList }, own] = await Promise.all([import("./order-list.page"), prefix === "af" ? import("./air/air-list") : null]);
  return { default: orderList(prefix, own?.AIR_LIST) };
}

async function formOf(prefix: Prefix) {
  const profile = async () => (prefix === "af" ? (await import("./air/air-form")).AIR_FORM : (await import("./profiles")).profileOf(prefix));
  const [{ orderEdit }, own] = await Promise.all([import("./order-edit.page"), profile()]);
  return { default: orderEdit(own) };
}

export default room("order", [
  ...PREFIXES.flatMap((prefix) => [
    { key: listKey(prefix), load: () => listOf(prefix) },
    { key: formKey(prefix), load: () => formOf(prefix) },
  ]),
  { key: "af.order-share.list", load: () => import("./order-share.page") },
  { key: "af.order-lock.list", load: () => import("./order-lock.page") },
  { key: "af.routing-sign.list", load: () => import("./routing-sign.page") },
  { key: "af.order-match.list", load: () => import("./order-match.page") },
  { key: "af.unlock-apply.list", load: () => import("./unlock-apply.page") },
  {
    path: "/orderShareQrcodeTrack",
    open: true,
    title: { zh: "订单分享二维码", en: "Order share and QR code" },
    load: () => import("./order-share-qrcode-track.page"),
  },
]);
