/** /prm_coop_bill 客商账单: what the declared list does not do by itself. */
import { download } from "@/platform/call/client";
import type { ActionHandler } from "@/platform/lists/list-overrides";
import { definePage } from "@/platform/page-registry";

const print: ActionHandler = async (rows) => {
  // The call has told its failure.
  await download("/prm/coopBill/paper", { ids: rows.map((row) => row["id"]) }).catch(() => null);
};

export default definePage({ list: { actions: { "prm-bill-print": print } } });
