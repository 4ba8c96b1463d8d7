import { room } from "@/platform/page-registry";

export default room("voucher", [
  { key: "voucher.expense-report.list", load: () => import("./expense-report.page") },
  { key: "voucher.voucher.list", load: () => import("./voucher-list.page") },
]);
