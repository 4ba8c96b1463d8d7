import { PASSED, RETURNED, numberOf, registerAudit } from "@/modules/paper/identify/identify-calls";
import type { Field, Row } from "@/platform/contract";
import { labelPair, useText } from "@/platform/i18n";
import { MoveDialog } from "@/platform/move-dialog";

const AUDITOR_MAX = 50;
const REMARK_MAX = 500;

interface AuditDialogProps {
  row: Row;
  close(): void;
  /** Reads the list again. */
  reload(): void;
}

/** What the terminal answered to a declaration. */
export function AuditDialog({ row, close, reload }: AuditDialogProps) {
  const t = useText();
  const fields: Field[] = [
    {
      name: "result", kind: "select", required: true, label: labelPair("paper:identify.result"),
      options: [
        { value: PASSED, label: labelPair("paper:identify.passed"), tone: "done" },
        { value: RETURNED, label: labelPair("paper:identify.returned"), tone: "danger" },
      ],
    },
    { name: "auditor", kind: "text", required: true, maxLength: AUDITOR_MAX, label: labelPair("paper:identify.auditor") },
    { name: "auditTime", kind: "instant", label: labelPair("paper:identify.auditTime") },
    { name: "remark", kind: "longText", maxLength: REMARK_MAX, label: labelPair("paper:identify.remark") },
  ];
  return (
    <MoveDialog
      title={t("paper:identify.auditTitle", { number: numberOf(row) })}
      ok={t("paper:identify.register")}
      note={<p className="soft paper-note">{t("paper:identify.auditNote")}</p>}
      fields={fields}
      initial={{ result: null }}
      send={(body) => registerAudit(row, body)}
      done={() => {
        reload();
        close();
      }}
      stale={reload}
      close={close}
    />
  );
}
