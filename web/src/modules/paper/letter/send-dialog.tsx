import { SENT, numberOf, readMail, sendLetter } from "@/modules/paper/letter/letter-calls";
import { MailDialog } from "@/platform/mail/mail-dialog";
import type { Row } from "@/platform/contract";
import { useText } from "@/platform/i18n";

interface SendDialogProps {
  row: Row;
  close(): void;
  /** Reads the list again. */
  reload(): void;
}

/** The mail a letter goes out with. */
export function SendDialog({ row, close, reload }: SendDialogProps) {
  const t = useText();
  return (
    <MailDialog
      title={t("paper:letter.sendTitle", { number: numberOf(row) })}
      queryKey={["letter.mail", String(row.id)]}
      read={() => readMail(row)}
      notes={({ to }) => [
        t("paper:letter.attached"),
        ...(to.length === 0 ? [t("paper:letter.noContact")] : []),
        ...(row["state"] === SENT ? [t("paper:letter.again")] : []),
      ]}
      send={(body) => sendLetter(row, body)}
      close={close}
      reload={reload}
    />
  );
}
