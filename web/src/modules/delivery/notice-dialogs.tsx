/** What is done with one notice of the list. */
import {
  UNSENT, moveNotice, numberOf, readMail, sendMail,
} from "@/modules/delivery/notice-calls";
import { LinkDialog } from "@/modules/delivery/link-dialog";
import { closeNotice, useNotice } from "@/modules/delivery/notice-store";
import { businessTime } from "@/platform/business-time";
import type { Field, Row } from "@/platform/contract";
import type { Values } from "@/platform/forms/form-store";
import { labelPair, useText } from "@/platform/i18n";
import type { ListContext } from "@/platform/lists/list-overrides";
import { MailDialog } from "@/platform/mail/mail-dialog";
import { MoveDialog } from "@/platform/move-dialog";
import { toast } from "@/platform/toast";

const PLATE_MAX = 20;
const NAME_MAX = 50;
const PHONE_MAX = 30;
const REASON_MAX = 200;

export function NoticeDialogs({ list }: { list: ListContext }) {
  const open = useNotice((state) => state.open);
  if (!open) return null;
  const part = { row: open.row, list };
  switch (open.dialog) {
    case "link":
      return <LinkDialog row={open.row} close={closeNotice} />;
    case "send":
      return <SendDialog {...part} />;
    case "arrive":
      return <ArriveDialog {...part} />;
    default:
      return <VoidDialog {...part} />;
  }
}

interface DialogProps {
  row: Row;
  list: ListContext;
}

function SendDialog({ row, list }: DialogProps) {
  const t = useText();
  return (
    <MailDialog
      title={t("delivery:send.title", { number: numberOf(row) })}
      queryKey={["delivery.mail", String(row.id)]}
      read={() => readMail(row)}
      notes={({ to }) => [
        t("delivery:send.note"),
        ...(to.length === 0 ? [t("delivery:send.nobody")] : []),
        ...(row["state"] === UNSENT ? [] : [t("delivery:send.again")]),
      ]}
      send={(body) => sendMail(row, body)}
      reload={list.reload}
      close={closeNotice}
    />
  );
}

/** 到货登记: the truck at the door gets its number. The phone that is known is masked here, and stays when none is typed. */
function ArriveDialog({ row, list }: DialogProps) {
  const t = useText();
  const fields: Field[] = [
    { name: "plateNo", kind: "upper", required: true, maxLength: PLATE_MAX, label: labelPair("delivery:arrive.plate") },
    { name: "driverName", kind: "text", maxLength: NAME_MAX, label: labelPair("delivery:arrive.driver") },
    { name: "driverPhone", kind: "text", maxLength: PHONE_MAX, label: labelPair("delivery:arrive.phone") },
    { name: "arriveTime", kind: "instant", required: true, label: labelPair("delivery:arrive.time") },
  ];
  const known = String(row["driverPhone"] ?? "");
  return (
    <MoveDialog
      title={t("delivery:arrive.title", { number: numberOf(row) })}
      ok={t("delivery:arrive.ok")}
      note={known && <p className="soft">{t("delivery:arrive.known", { phone: known })}</p>}
      fields={fields}
      initial={{
        plateNo: row["plateNo"] ?? null, driverName: row["driverName"] ?? null, arriveTime: businessTime(new Date()),
      }}
      send={(body: Values) => moveNotice<{ queueNo: string }>(row, "arrive", body)}
      said={false}
      done={({ queueNo }) => {
        toast.done(t("delivery:arrive.done", { number: queueNo }));
        list.reload();
        closeNotice();
      }}
      stale={list.reload}
      close={closeNotice}
    />
  );
}

function VoidDialog({ row, list }: DialogProps) {
  const t = useText();
  const reason: Field = {
    name: "reason", kind: "longText", required: true, maxLength: REASON_MAX, label: labelPair("delivery:void.reason"),
  };
  return (
    <MoveDialog
      danger
      title={t("delivery:void.title", { number: numberOf(row) })}
      ok={t("delivery:void.ok")}
      note={<p className="page-note tone-warning">{t("delivery:void.note")}</p>}
      fields={[reason]}
      send={(body) => moveNotice(row, "void", body)}
      done={() => {
        list.reload();
        closeNotice();
      }}
      stale={list.reload}
      close={closeNotice}
    />
  );
}
