/** /css_bank_journal 资金日记账: the workbook of opening items. */
import { downloadFrom } from "@/platform/call/client";
import type { ActionHandler } from "@/platform/lists/list-overrides";
import { definePage } from "@/platform/page-registry";

const template: ActionHandler = async () => {
  // The call has told its failure.
  await downloadFrom("/css/bankJournal/opening/template").catch(() => null);
};

export default definePage({ list: { actions: { "css-bank-journal custom": template } } });
