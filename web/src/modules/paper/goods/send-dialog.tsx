import { numberOf, readMail, sendGoods } from "@/modules/paper/goods/goods-calls";
import { MailDialog } from "@/platform/mail/mail-dialog";
import type { Row } from "@/platform/contract";
import { useText } from "@/platform/i18n";

interface SendDialogProps {
  row: Row;
  close(): void;
  /** Reads the list again. */
  reload(): void;
}

/** The mail the names of an order go to the terminal with. */
export function SendDialog({ row, close, reload }: SendDialogProps) {
  const t = useText();
  return (
    <MailDialog
      title={t("paper:goods.sendTitle", { number: numberOf(row) })}
      queryKey={["goods.mail", String(row["orderId"])]}
      read={() => readMail(row)}
      notes={({ to, terminal, count }) => [
        t("paper:goods.attached", { count }),
        ...(terminal ? [t("paper:goods.toTerminal", { terminal })] : []),
        ...(to.length === 0 ? [t("paper:goods.noAddress")] : []),
      ]}
      send={(body, { stamp }) => sendGoods(row, stamp, body)}
      close={close}
      reload={reload}
    />
  );
}
