import { room } from "@/platform/page-registry";

export default room("prm", [
  { key: "prm.coop.list", load: () => import("./invite/coop.page") },
  { key: "prm.customer-info.list", load: () => import("./info/customer-info.page") },
]);
