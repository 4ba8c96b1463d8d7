import { confirmNotice, numberOf } from "@/modules/paper/arrival/arrival-calls";
import type { Field, Row } from "@/platform/contract";
import { labelPair, useText } from "@/platform/i18n";
import { MoveDialog } from "@/platform/move-dialog";

const PERSON_MAX = 50;
const REMARK_MAX = 200;

interface ConfirmDialogProps {
  row: Row;
  close(): void;
  /** Reads the list again. */
  reload(): void;
}

/** When who was told of an arrival, and how. */
export function ConfirmDialog({ row, close, reload }: ConfirmDialogProps) {
  const t = useText();
  const fields: Field[] = [
    { name: "time", kind: "instant", required: true, label: labelPair("paper:arrival.time") },
    { name: "person", kind: "text", required: true, maxLength: PERSON_MAX, label: labelPair("paper:arrival.person") },
    {
      name: "way", kind: "select", required: true, label: labelPair("paper:arrival.way"),
      options: [
        { value: "PHONE", label: labelPair("paper:arrival.phoneWay") },
        { value: "MAIL", label: labelPair("paper:arrival.mailWay") },
        { value: "SMS", label: labelPair("paper:arrival.smsWay") },
      ],
    },
    { name: "confirmRemark", kind: "text", maxLength: REMARK_MAX, label: labelPair("paper:arrival.confirmRemark") },
  ];
  return (
    <MoveDialog
      title={t("paper:arrival.confirmTitle", { number: numberOf(row) })}
      ok={t("paper:arrival.confirm")}
      said={t("paper:arrival.confirmed")}
      fields={fields}
      initial={{ person: row["contact"] ?? null, way: "PHONE" }}
      send={(body) => confirmNotice(row, body)}
      done={() => {
        reload();
        close();
      }}
      stale={reload}
      close={close}
    />
  );
}
