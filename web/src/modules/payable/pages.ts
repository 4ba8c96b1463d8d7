import { room } from "@/platform/page-registry";

export default room("payable", [
  { key: "payable.payment.list", load: () => import("./payment/payment-list.page") },
  { key: "payable.payment-request.list", load: () => import("./cashier/payment-request.page") },
  { key: "payable.bank-journal.list", load: () => import("./cashier/bank-journal.page") },
  { key: "payable.cost-writeoff.list", load: () => import("./cashier/cost-writeoff.page") },
  {
    path: "/css_payment_make",
    access: "css_payment_make",
    title: { zh: "制作对账单", en: "Making payments" },
    load: () => import("./payment-make/payment-make.page"),
  },
  {
    path: "/css_payment_batch",
    access: "css_payment_batch",
    title: { zh: "供应商账单导入", en: "Supplier bill import" },
    load: () => import("./payment-batch/payment-batch.page"),
  },
]);
