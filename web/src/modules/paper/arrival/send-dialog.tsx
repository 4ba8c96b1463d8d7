import { SENT, numberOf, readMail, sendNotice } from "@/modules/paper/arrival/arrival-calls";
import { MailDialog } from "@/platform/mail/mail-dialog";
import type { Row } from "@/platform/contract";
import { useText } from "@/platform/i18n";

interface SendDialogProps {
  row: Row;
  close(): void;
  /** Reads the list again. */
  reload(): void;
}

/** The mail a notice goes out with. */
export function SendDialog({ row, close, reload }: SendDialogProps) {
  const t = useText();
  return (
    <MailDialog
      title={t("paper:arrival.sendTitle", { number: numberOf(row) })}
      queryKey={["arrival.mail", String(row.id)]}
      read={() => readMail(row)}
      notes={({ to }) => [
        t("paper:arrival.attached"),
        ...(to.length === 0 ? [t("paper:arrival.noContact")] : []),
        ...(row["state"] === SENT ? [t("paper:arrival.again")] : []),
      ]}
      send={(body, mail) => sendNotice(row, mail.version, body)}
      close={close}
      reload={reload}
    />
  );
}
