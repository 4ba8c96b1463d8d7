import { useQuery } from "@tanstack/react-query";
import { Modal } from "antd";
import { SENT, numberOf, readMail, sendLetter } from "@/modules/paper/letter/letter-calls";
import type { Field, Row } from "@/platform/contract";
import { labelPair, useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { MoveDialog } from "@/platform/move-dialog";
import { PageLoading } from "@/platform/page-loading";

const WIDTH = 640;
const SUBJECT_MAX = 200;
const CONTENT_MAX = 2000;

interface SendDialogProps {
  row: Row;
  close(): void;
  /** Reads the list again. */
  reload(): void;
}

/** The mail a letter goes out with, begun as the server proposes it. */
export function SendDialog({ row, close, reload }: SendDialogProps) {
  const t = useText();
  const title = t("paper:letter.sendTitle", { number: numberOf(row) });
  const { data, error, refetch } = useQuery({
    queryKey: ["letter.mail", row.id],
    gcTime: 0,
    staleTime: 0,
    queryFn: () => readMail(row),
  });
  if (!data || error) {
    return (
      <Modal open width={WIDTH} title={title} footer={null} onCancel={close}>
        {error ? <LoadFailed message={error.message} retry={() => void refetch()} /> : <PageLoading rows={6} />}
      </Modal>
    );
  }
  const fields: Field[] = [
    { name: "to", kind: "multi", required: true, label: labelPair("paper:letter.to") },
    { name: "cc", kind: "multi", label: labelPair("paper:letter.cc") },
    { name: "subject", kind: "text", required: true, maxLength: SUBJECT_MAX, label: labelPair("paper:letter.subject") },
    {
      name: "content", kind: "longText", required: true, maxLength: CONTENT_MAX,
      label: labelPair("paper:letter.content"),
    },
  ];
  const notes = [
    t("paper:letter.attached"),
    ...(data.to.length === 0 ? [t("paper:letter.noContact")] : []),
    ...(row["state"] === SENT ? [t("paper:letter.again")] : []),
  ];
  return (
    <MoveDialog
      title={title}
      ok={t("paper:letter.send")}
      width={WIDTH}
      said={t("paper:letter.sent")}
      note={<p className="soft paper-note">{notes.join(" ")}</p>}
      fields={fields}
      initial={{ to: data.to, cc: [], subject: data.subject, content: data.content }}
      send={(body) => sendLetter(row, { ...body, to: body["to"] ?? [], cc: body["cc"] ?? [] })}
      done={() => {
        reload();
        close();
      }}
      stale={reload}
      close={close}
    />
  );
}
