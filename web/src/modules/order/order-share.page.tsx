/** /af_order_share 分享链接管理: stopping and extending links, and who looked at them. */
import { post } from "@/platform/call/client";
import { submit } from "@/platform/call/submit";
import type { ActionHandler } from "@/platform/lists/list-overrides";
import { ask } from "@/platform/dialog";
import { labelText, translate } from "@/platform/i18n";
import { definePage } from "@/platform/page-registry";
import { toast } from "@/platform/toast";
import { VIEWS_BUTTON } from "./share/share-buttons";
import { ViewsDialog } from "./share/views-dialog";
import { openViews } from "./share/views-store";

/** Both buttons need the same permission; the declared call tells them apart. */
const run: ActionHandler = async (rows, list, button) => {
  const action = labelText(button.label);
  const path = button.call?.path;
  if (!path || !(await ask({ text: translate("order:shares.confirm", { n: rows.length, action }) }))) return;
  const ids = rows.map((row) => String(row.id));
  const result = await submit(() => post(path, { ids }, { quiet: true }));
  if (result.kind === "findings") toast.failed(result.findings[0]?.message ?? "");
  if (result.kind !== "saved") return;
  list.clearSelection();
  list.reload();
};

const views: ActionHandler = ([row]) => {
  if (row) openViews({ id: String(row.id), orderCode: String(row["orderCode"] ?? "") });
};

export default definePage({
  list: {
    rowButtons: [VIEWS_BUTTON],
    actions: { "af-share-stop": run, [VIEWS_BUTTON.code]: views },
    dialogs: ViewsDialog,
  },
});
