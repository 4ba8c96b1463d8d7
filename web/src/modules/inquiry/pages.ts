import { room } from "@/platform/page-registry";

export default room("inquiry", [
  { key: "af.order-inquiry.list", load: () => import("./order-inquiry.page") },
  { key: "af.order-inquiry.form", load: () => import("./inquiry-form.page") },
  { key: "af.enquiry.list", load: () => import("./enquiry.page") },
  { key: "af.enquiry.form", load: () => import("./inquiry-form.page") },
]);
