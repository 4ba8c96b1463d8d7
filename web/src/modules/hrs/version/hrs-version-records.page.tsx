/** Records of versions: a new one belongs to the version the list is filtered by. */
import { versionTabs } from "@/modules/hrs/version/version-tabs";
import { runCall } from "@/modules/hrs/common/run-call";
import { remove } from "@/platform/call/client";
import type { Row } from "@/platform/contract";
import { ask } from "@/platform/dialog";
import { translate } from "@/platform/i18n";
import type { ListContext } from "@/platform/lists/list-overrides";
import { definePage } from "@/platform/page-registry";

async function removeRecord(row: Row, list: ListContext): Promise<void> {
  const text = translate("platform:list.removeConfirm");
  if (!(await ask({ text, danger: true, yes: translate("platform:action.remove") }))) return;
  const path = `/hrs/versionRecord/${String(row.id)}`;
  await runCall(list, () => remove(path, { version: Number(row["version"]) }, { quiet: true }));
}

export default definePage({
  list: {
    header: versionTabs("/hrs_version/records"),
    actions: {
      // One code for the three buttons.
      sys_version_record: ([row], list, button) => {
        if (!row) return list.openForm(null, { preset: { releaseId: list.filters["releaseId"] ?? null } });
        if (button.action === "remove") return removeRecord(row, list);
        return list.openForm(String(row.id));
      },
    },
  },
});
