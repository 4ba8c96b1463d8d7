/** /css_income_writeoff 收款核销: what the declared list does not do by itself. */
import { download } from "@/platform/call/client";
import type { ActionHandler } from "@/platform/lists/list-overrides";
import { definePage } from "@/platform/page-registry";

const print: ActionHandler = async (rows) => {
  // The call has told its failure.
  await download("/css/incomeWriteoff/paper", { ids: rows.map((row) => row["id"]) }).catch(() => null);
};

export default definePage({ list: { actions: { "css-rw-print": print } } });
