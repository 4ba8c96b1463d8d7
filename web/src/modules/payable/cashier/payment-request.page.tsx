/** /css_payment_request 付款申请: papers, and the file for the bank. */
import { definePage } from "@/platform/page-registry";
import { downloadRows, printRows } from "./download-rows";

export default definePage({
  list: {
    actions: {
      "css-pr-print": printRows("/css/paymentRequest/paper"),
      "css-pr-bank": downloadRows("/css/paymentRequest/bankFile"),
    },
  },
});
