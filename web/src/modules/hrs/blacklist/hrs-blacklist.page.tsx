/** /hrs_blacklist 人员黑名单: an entry is lifted with a reason, never deleted. */
import { create } from "zustand";
import { FieldsDialog } from "@/modules/hrs/common/fields-dialog";
import { put } from "@/platform/call/client";
import type { Field, Row } from "@/platform/contract";
import { labelPair, useText } from "@/platform/i18n";
import type { ListContext } from "@/platform/lists/list-overrides";
import { definePage } from "@/platform/page-registry";
import "../hrs.css";

const useLift = create<{ row: Row | null }>(() => ({ row: null }));
const REASON_MAX = 200;

function LiftDialog({ list }: { list: ListContext }) {
  const t = useText();
  const row = useLift((state) => state.row);
  if (!row) return null;
  const fields: Field[] = [{ name: "offReason", kind: "longText", required: true, maxLength: REASON_MAX, label: labelPair("hrs:blacklist.offReason") }];
  return (
    <FieldsDialog
      title={t("hrs:blacklist.offOf", { name: String(row["userName"] ?? "") })}
      note={t("hrs:blacklist.offNote")}
      fields={fields}
      initial={{}}
      list={list}
      send={(body) => put("/hrs/blacklist/off", { id: row.id, version: row["version"], ...body }, { quiet: true })}
      close={() => useLift.setState({ row: null })}
    />
  );
}

export default definePage({
  list: {
    dialogs: LiftDialog,
    actions: { sys_blacklist_off: ([row]) => row && useLift.setState({ row }) },
  },
});
