import { room } from "@/platform/page-registry";

export default room("awb", [
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
    title: { zh: "分单制单", en: "House waybill" },
    load: () => import("./form/hawb-info.page"),
  },
]);
