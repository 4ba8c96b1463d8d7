import { room } from "@/platform/page-registry";

export default room("awb", [
  { key: "af.awb.list", load: () => import("./stock/af-awb.page") },
  { key: "af.awb-receipt.list", load: () => import("./stock/af-awb-receipt.page") },
  { key: "af.awb-print.list", load: () => import("./form/af-awb-print.page") },
  {
    path: "/af_mawb_make",
    access: "af_awb_print",
    title: { zh: "主单制单", en: "Master waybill" },
    load: () => import("./form/mawb-make.page"),
  },
  {
    // The order form opens it too, so it is open to every user; the calls decide what may be seen.
    path: "/hawb_info_page",
    open: true,
    title: { zh: "分单信息", en: "House waybill information" },
    load: () => import("./form/hawb-info.page"),
  },
  { key: "os.waybill.list", load: () => import("./form/os-waybill.page") },
  {
    // Open to every user; the calls decide what may be seen and done.
    path: "/osWaybillMake",
    open: true,
    title: { zh: "运单制单", en: "Waybill making" },
    load: () => import("./form/os-waybill-make.page"),
  },
]);
