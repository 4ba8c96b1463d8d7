import { useQuery } from "@tanstack/react-query";
import { Modal } from "antd";
import { get, post } from "@/platform/call/client";
import type { Field, Row } from "@/platform/contract";
import { labelPair, useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { MoveDialog } from "@/platform/move-dialog";
import { PageLoading } from "@/platform/page-loading";

interface Letter {
  to: string[];
  subject: string;
  content: string;
}

const SUBJECT_MAX = 200;
const CONTENT_MAX = 2000;
const CONTENT = "pouch:send.content";

/** The mail with the link to the agent at destination, begun as the server proposes it. */
export function SendDialog({ row, close }: { row: Row; close(): void }) {
  const t = useText();
  const title = t("pouch:send.title", { number: String(row["pouchNumber"] ?? "") });
  const path = `/afbase/cargoPouch/${encodeURIComponent(String(row.id))}`;
  const { data, error, refetch } = useQuery({
    queryKey: ["pouch.letter", row.id],
    gcTime: 0,
    staleTime: 0,
    queryFn: () => get<Letter>(`${path}/letter`, undefined, { quiet: true }),
  });
  if (!data || error) {
    return (
      <Modal open width={640} title={title} footer={null} onCancel={close}>
        {error ? <LoadFailed message={error.message} retry={() => void refetch()} /> : <PageLoading rows={6} />}
      </Modal>
    );
  }
  const fields: Field[] = [
    { name: "to", kind: "multi", required: true, label: labelPair("pouch:send.to") },
    { name: "cc", kind: "multi", label: labelPair("pouch:send.cc") },
    { name: "subject", kind: "text", required: true, maxLength: SUBJECT_MAX, label: labelPair("pouch:send.subject") },
    { name: "content", kind: "longText", required: true, maxLength: CONTENT_MAX, label: labelPair(CONTENT) },
  ];
  return (
    <MoveDialog
      title={title}
      ok={t("pouch:send.ok")}
      width={640}
      said={t("pouch:send.done")}
      note={
        <p className="soft pouch-note">
          {t("pouch:send.note")}
          {data.to.length === 0 && ` ${t("pouch:send.noContact")}`}
        </p>
      }
      fields={fields}
      initial={{ to: data.to, cc: [], subject: data.subject, content: data.content }}
      send={(body) => post(`${path}/send`, { ...body, to: body["to"] ?? [], cc: body["cc"] ?? [] }, { quiet: true })}
      done={close}
      close={close}
    />
  );
}
