/** /css_expense_report 费用报销: its papers. */
import { download } from "@/platform/call/client";
import { language } from "@/platform/i18n";
import type { ActionHandler } from "@/platform/lists/list-overrides";
import { definePage } from "@/platform/page-registry";

const print: ActionHandler = async (rows) => {
  const ids = rows.map(({ id }) => String(id));
  // The call has told its failure.
  await download("/css/expenseReport/paper", { ids, language: language() === "en-US" ? "en" : "zh" }).catch(() => null);
};

export default definePage({ list: { actions: { "css-er-print": print } } });
