import { get, post } from "@/platform/call/client";
import type { Row } from "@/platform/contract";
import { useText } from "@/platform/i18n";
import { MailDialog, type ProposedMail } from "@/platform/mail/mail-dialog";

/** The mail with the link to the agent at destination, begun as the server proposes it. */
export function SendDialog({ row, close }: { row: Row; close(): void }) {
  const t = useText();
  const path = `/afbase/cargoPouch/${encodeURIComponent(String(row.id))}`;
  return (
    <MailDialog<ProposedMail>
      title={t("pouch:send.title", { number: String(row["pouchNumber"] ?? "") })}
      queryKey={["pouch.letter", String(row.id)]}
      read={() => get<ProposedMail>(`${path}/letter`, undefined, { quiet: true })}
      notes={({ to }) => [t("pouch:send.note"), ...(to.length === 0 ? [t("pouch:send.noContact")] : [])]}
      send={(body) => post(`${path}/send`, body, { quiet: true })}
      close={close}
      reload={() => undefined}
    />
  );
}
