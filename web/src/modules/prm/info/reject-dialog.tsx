import { post } from "@/platform/call/client";
import type { Field } from "@/platform/contract";
import { labelPair, useText } from "@/platform/i18n";
import { MoveDialog } from "@/platform/move-dialog";
import "../prm.css";

const REASON_MAX = 200;

interface RejectDialogProps {
  /** A row of the list, or a request that is looked at. */
  row: { id?: string; requestNo?: unknown; version?: unknown };
  changed(): void;
  close(): void;
}

/** 退回: back to the partner with a reason, whose link works again. */
export function RejectDialog({ row, changed, close }: RejectDialogProps) {
  const t = useText();
  const field: Field = {
    name: "reason",
    kind: "longText",
    required: true,
    maxLength: REASON_MAX,
    label: labelPair("prm:info.reason"),
  };
  return (
    <MoveDialog
      title={t("prm:info.rejectTitle", { number: String(row.requestNo ?? "") })}
      ok={t("prm:info.reject")}
      note={<p className="soft prm-note">{t("prm:info.rejectNote")}</p>}
      fields={[field]}
      send={(body) => {
        const path = `/prm/coopInfo/${encodeURIComponent(String(row.id))}/reject`;
        return post(path, { ...body, version: row.version }, { quiet: true });
      }}
      done={() => {
        changed();
        close();
      }}
      stale={changed}
      close={close}
    />
  );
}
