import { room } from "@/platform/page-registry";

export default room("css", [
  { key: "css.order-charge.form", load: () => import("./order-charge.page") },
  {
    path: "/css_charge_batch",
    access: "css_charge_batch",
    title: { zh: "批量录入费用", en: "Batch charge entry" },
    load: () => import("./charge-batch/charge-batch.page"),
  },
  {
    path: "/css",
    access: "css",
    title: { zh: "结算中心", en: "Settlement desk" },
    load: () => import("./desk.page"),
  },
  {
    path: "/css_period",
    access: "css_period",
    title: { zh: "财务期间", en: "Periods and closing" },
    load: () => import("./period.page"),
  },
  {
    // Open to every user; the calls decide what may be seen and done.
    path: "/incidentals",
    open: true,
    title: { zh: "杂费录入", en: "Incidental charges" },
    load: () => import("./incidentals.page"),
  },
]);
