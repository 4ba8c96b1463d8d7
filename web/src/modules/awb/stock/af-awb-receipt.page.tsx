import { ReceiptDialogs } from "@/modules/awb/stock/receipt-dialogs";
import { openReceipt } from "@/modules/awb/stock/receipt-store";
import { definePage } from "@/platform/page-registry";
import "../awb.css";

export default definePage({
  list: { dialogs: ReceiptDialogs, actions: { "af-awb-add": () => openReceipt(true) } },
});
