/** What the rows of the two lists of forms have in common: finishing, taking back and deleting them. */
import { moveForm, useReason } from "@/modules/awb/form/move-form";
import { remove } from "@/platform/call/client";
import { submit } from "@/platform/call/submit";
import type { Row } from "@/platform/contract";
import { ask } from "@/platform/dialog";
import { translate } from "@/platform/i18n";
import type { ActionHandler } from "@/platform/lists/list-overrides";
import { goTo } from "@/platform/navigate";
import { toast } from "@/platform/toast";

/** Moves the form of a row; `formOf` is its page, which shows what stands in the way. */
export function moveRow(action: "finish" | "back", formOf: (row: Row) => string): ActionHandler {
  return async ([row], list) => {
    if (!row) return;
    if (action === "back" && !(await ask({ text: translate("awb:form.backConfirm"), yes: translate("awb:form.back") }))) return;
    const version = { awbPrintId: String(row["awbPrintId"]), rowUuid: String(row["rowUuid"]) };
    const result = await moveForm(action, version, (message) => useReason.getState().ask(message));
    if (result?.kind === "findings") {
      // The form shows what is missing at its boxes.
      toast.failed(result.findings[0]?.message ?? "");
      goTo(formOf(row));
    }
    if (result?.kind === "saved" || result?.kind === "stale") list.reload();
  };
}

export const removeRow: ActionHandler = async ([row], list) => {
  if (!row) return;
  const sure = await ask({ text: translate("awb:form.removeConfirm"), danger: true, yes: translate("platform:action.remove") });
  if (!sure) return;
  const path = `/afbase/awbPrint/${String(row["awbPrintId"])}`;
  const result = await submit(() => remove(path, { rowUuid: String(row["rowUuid"]) }, { quiet: true }));
  if (result.kind === "saved" || result.kind === "stale") list.reload();
};
