import { room } from "@/platform/page-registry";

export default room("inquiry", [
  {
    path: "/af_inquiry_compare",
    access: "af_inquiry_compare",
    title: { zh: "报价比较", en: "Quotes compared" },
    load: () => import("./compare.page"),
  },
  { key: "af.order-inquiry.list", load: () => import("./order-inquiry.page") },
  { key: "af.order-inquiry.form", load: () => import("./inquiry-form.page") },
  { key: "af.enquiry.list", load: () => import("./enquiry.page") },
  { key: "af.enquiry.form", load: () => import("./inquiry-form.page") },
]);
