/** A mail that goes out from a page: begun as the server proposes it, sent by the server. */
import { useQuery } from "@tanstack/react-query";
import { Modal } from "antd";
import type { ReactNode } from "react";
import type { Field } from "@/platform/contract";
import type { FormStore, Values } from "@/platform/forms/form-store";
import { labelPair, useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { MoveDialog } from "@/platform/move-dialog";
import { PageLoading } from "@/platform/page-loading";

const WIDTH = 640;
const SUBJECT_MAX = 200;
const CONTENT_MAX = 2000;

/** A mail as it is proposed. */
export interface ProposedMail {
  to: string[];
  cc?: string[];
  subject: string;
  content: string;
}

interface MailDialogProps<T extends ProposedMail> {
  title: string;
  /** Distinguishes what it is about. */
  queryKey: string[];
  read(): Promise<T>;
  /** What is said above the fields. */
  notes(mail: T): string[];
  /** Above the fields, below the notes: what writes into them. */
  above?(form: FormStore): ReactNode;
  /** The quiet call; it may need what the proposal told beside the mail. */
  send(body: Values, mail: T): Promise<unknown>;
  close(): void;
  /** Reads the list again. */
  reload(): void;
}

/** Receivers, copies, subject and text. */
export function MailDialog<T extends ProposedMail>(props: MailDialogProps<T>) {
  const { title, queryKey, read, notes, above, send, close, reload } = props;
  const t = useText();
  const { data, error, refetch } = useQuery({ queryKey, gcTime: 0, staleTime: 0, queryFn: read });
  if (!data || error) {
    return (
      <Modal open width={WIDTH} title={title} footer={null} onCancel={close}>
        {error ? <LoadFailed message={error.message} retry={() => void refetch()} /> : <PageLoading rows={6} />}
      </Modal>
    );
  }
  const fields: Field[] = [
    { name: "to", kind: "multi", required: true, label: labelPair("platform:mail.to") },
    { name: "cc", kind: "multi", label: labelPair("platform:mail.cc") },
    {
      name: "subject", kind: "text", required: true, maxLength: SUBJECT_MAX, label: labelPair("platform:mail.subject"),
    },
    {
      name: "content", kind: "longText", required: true, maxLength: CONTENT_MAX,
      label: labelPair("platform:mail.content"),
    },
  ];
  const said = notes(data);
  return (
    <MoveDialog
      title={title}
      ok={t("platform:mail.send")}
      width={WIDTH}
      said={t("platform:mail.sent")}
      note={(form) => (
        <>
          {said.length > 0 && <p className="soft">{said.join(" ")}</p>}
          {above?.(form)}
        </>
      )}
      fields={fields}
      initial={{ to: data.to, cc: data.cc ?? [], subject: data.subject, content: data.content }}
      send={(body) => send({ ...body, to: body["to"] ?? [], cc: body["cc"] ?? [] }, data)}
      done={() => {
        reload();
        close();
      }}
      stale={reload}
      close={close}
    />
  );
}
