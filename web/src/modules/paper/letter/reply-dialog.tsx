import { ACCEPTED, BOOKING, REJECTED, numberOf, registerReply } from "@/modules/paper/letter/letter-calls";
import type { Field, Row } from "@/platform/contract";
import type { Values } from "@/platform/forms/form-store";
import { labelPair, useText } from "@/platform/i18n";
import { MoveDialog } from "@/platform/move-dialog";

const FLIGHT_MAX = 20;
const REMARK_MAX = 200;

interface ReplyDialogProps {
  row: Row;
  close(): void;
  /** Reads the list again. */
  reload(): void;
}

/** What was answered to a letter; space that was confirmed is written to the order once the user agrees. */
export function ReplyDialog({ row, close, reload }: ReplyDialogProps) {
  const t = useText();
  const booking = row["kind"] === BOOKING;
  const when = { is: ["reply", ACCEPTED] } satisfies Field["when"];
  const reply: Field = {
    name: "reply", kind: "select", required: true, label: labelPair("paper:letter.reply"),
    options: [
      { value: ACCEPTED, label: labelPair("paper:letter.accepted"), tone: "done" },
      { value: REJECTED, label: labelPair("paper:letter.rejected"), tone: "danger" },
    ],
  };
  const space: Field[] = [
    { name: "flight", kind: "upper", maxLength: FLIGHT_MAX, label: labelPair("paper:letter.flight"), when },
    { name: "flightDate", kind: "day", label: labelPair("paper:letter.flightDate"), when },
    { name: "awbNumber", kind: "waybill", label: labelPair("paper:letter.awbNumber"), when },
  ];
  const remark: Field = {
    name: "remark", kind: "longText", maxLength: REMARK_MAX, label: labelPair("paper:letter.remark"),
  };
  const fields = booking ? [reply, ...space, remark] : [reply, remark];
  // What a rejection hides was typed for an acceptance.
  const send = (body: Values) => {
    const hidden = body["reply"] === ACCEPTED ? [] : space.map(({ name }) => [name, null]);
    return registerReply(row, { ...body, ...(booking ? Object.fromEntries(hidden) : {}) });
  };
  return (
    <MoveDialog
      title={t("paper:letter.replyTitle", { number: numberOf(row) })}
      ok={t("paper:letter.replyOk")}
      note={booking && <p className="soft paper-note">{t("paper:letter.replyNote")}</p>}
      fields={fields}
      initial={{ reply: null }}
      send={send}
      done={() => {
        reload();
        close();
      }}
      stale={reload}
      close={close}
    />
  );
}
