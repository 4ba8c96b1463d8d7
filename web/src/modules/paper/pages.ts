import { room } from "@/platform/page-registry";

export default room("paper", [
  { key: "af.dgd-print.list", load: () => import("./dgd/dgd-list.page") },
  { key: "af.dgd-print.form", load: () => import("./dgd/dgd-form.page") },
  { key: "af.shipper-letter.list", load: () => import("./letter/letter-list.page") },
  { key: "af.shipper-letter.form", load: () => import("./letter/letter-form.page") },
  { key: "af.arrival-notice.list", load: () => import("./arrival/arrival-list.page") },
  { key: "af.goods-name.list", load: () => import("./goods/goods-list.page") },
  { key: "af.goods-name.form", load: () => import("./goods/goods-form.page") },
  { key: "af.identify.list", load: () => import("./identify/identify-list.page") },
  { key: "af.identify.form", load: () => import("./identify/identify-form.page") },
  {
    path: "/af_label_print",
    access: "af_label_print",
    title: { zh: "标签打印", en: "Cargo labels" },
    load: () => import("./label/label-print.page"),
  },
]);
