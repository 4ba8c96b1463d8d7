import { room } from "@/platform/page-registry";

export default room("delivery", [
  { key: "af.delivery-notice.list", load: () => import("./notice-list.page") },
  { key: "af.delivery-notice.form", load: () => import("./notice-form.page") },
]);
