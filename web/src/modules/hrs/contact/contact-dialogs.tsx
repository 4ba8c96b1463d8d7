import { useQuery } from "@tanstack/react-query";
import { Modal } from "antd";
import { type OpenRequest, useRequest } from "@/modules/hrs/contact/hrs-contact.page";
import { CLOSED, DONE } from "@/modules/hrs/contact/request-model";
import { FieldsDialog } from "@/modules/hrs/common/fields-dialog";
import { downloadFrom, get, put } from "@/platform/call/client";
import type { Field } from "@/platform/contract";
import { FileNames, type KeptFile } from "@/platform/fields/files-editor";
import { labelPair, useText } from "@/platform/i18n";
import type { ListContext } from "@/platform/lists/list-overrides";
import { LoadFailed } from "@/platform/load-failed";
import { PageLoading } from "@/platform/page-loading";
import "./contact.css";

const RESULT_MAX = 500;

interface Request {
  contactName: string;
  phone: string;
  email: string;
  content: string;
  result: string;
  files: KeptFile[];
}

const close = () => useRequest.setState({ open: null });

export function ContactDialogs({ open, list }: { open: OpenRequest; list: ListContext }) {
  const t = useText();
  const { row, way } = open;
  const number = String(row["requestNo"] ?? "");
  if (way === "view") {
    return (
      <Modal open width={560} title={t("hrs:contact.viewOf", { number })} footer={null} onCancel={close}>
        <RequestText id={String(row.id)} />
      </Modal>
    );
  }
  const assigns = way === "assign";
  return (
    <FieldsDialog
      title={t(assigns ? "hrs:contact.assignOf" : "hrs:contact.handleOf", { number })}
      note={assigns ? undefined : <RequestText id={String(row.id)} />}
      fields={assigns ? assignFields() : handleFields()}
      initial={assigns ? { assigneeId: row["assigneeId"], assigneeName: row["assigneeName"] } : { status: DONE }}
      list={list}
      send={(body) => put(`/hrs/contact/${way}`, { id: row.id, version: row["version"], ...body }, { quiet: true })}
      close={close}
    />
  );
}

function assignFields(): Field[] {
  return [{ name: "assigneeId", kind: "reference", reference: "user", required: true, label: labelPair("hrs:contact.assignee") }];
}

function handleFields(): Field[] {
  const option = (value: string, key: string) => ({ value, label: labelPair(key) });
  const options = [option(DONE, "hrs:contact.done"), option(CLOSED, "hrs:contact.closed")];
  return [
    { name: "status", kind: "select", required: true, options, label: labelPair("hrs:contact.status") },
    { name: "result", kind: "longText", required: true, maxLength: RESULT_MAX, label: labelPair("hrs:contact.result") },
  ];
}

/** Everything that was asked, with its files. */
function RequestText({ id }: { id: string }) {
  const t = useText();
  const { data, error, refetch } = useQuery({
    queryKey: ["contact-request", id],
    queryFn: () => get<Request>(`/hrs/contact/${id}`, undefined, { quiet: true }),
    gcTime: 0,
  });
  if (error) return <LoadFailed message={error.message} retry={() => void refetch()} />;
  if (!data) return <PageLoading rows={3} />;
  return (
    <div className="contact-request">
      <p className="soft">{[data.contactName, data.phone, data.email].filter(Boolean).join(" · ")}</p>
      <p className="contact-content">{data.content}</p>
      <FileNames files={data.files} open={(file) => void downloadFrom(`/hrs/contact/file/${file.id}?requestId=${id}`)} />
      {data.result && <p className="contact-content">{t("hrs:contact.resultIs", { result: data.result })}</p>}
    </div>
  );
}
