/** /css_income_invoice 开票管理: what the declared list of applications does not do by itself. */
import { download } from "@/platform/call/client";
import type { ActionHandler } from "@/platform/lists/list-overrides";
import { definePage } from "@/platform/page-registry";

const forTaxOffice: ActionHandler = async (rows) => {
  // The call has told its failure.
  await download("/css/invoiceApplication/digital", { ids: rows.map((row) => row["id"]) }).catch(() => null);
};

export default definePage({ list: { actions: { "css-inv-digital": forTaxOffice } } });
