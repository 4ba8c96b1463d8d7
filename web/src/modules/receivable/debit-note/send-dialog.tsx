/** 发送: the mails that debit notes or statements go out with, one for each customer. Of one customer its words may be changed. */
import { useQuery } from "@tanstack/react-query";
import { Modal } from "antd";
import type { Bills } from "@/modules/receivable/bills";
import { type NoteMails, readMails, sendBills } from "@/modules/receivable/debit-note/note-calls";
import type { Field, Row } from "@/platform/contract";
import type { Values } from "@/platform/forms/form-store";
import { labelPair, language, useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { MoveDialog } from "@/platform/move-dialog";
import { PageLoading } from "@/platform/page-loading";

const WIDTH = 640;
const SUBJECT_MAX = 200;
const CONTENT_MAX = 2000;

interface SendDialogProps {
  bills: Bills;
  rows: Row[];
  close(): void;
  /** Reads the list again. */
  reload(): void;
}

export function SendDialog({ bills, rows, close, reload }: SendDialogProps) {
  const t = useText();
  const key = [`${bills.base}/mail`, ...rows.map(({ id }) => String(id))];
  const { data, error, refetch } = useQuery({ queryKey: key, gcTime: 0, staleTime: 0, queryFn: () => readMails(bills, rows) });
  const title = t(bills.words.mail, { n: rows.length });
  if (!data || error) {
    return (
      <Modal open width={WIDTH} title={title} footer={null} onCancel={close}>
        {error ? <LoadFailed message={error.message} retry={() => void refetch()} /> : <PageLoading rows={6} />}
      </Modal>
    );
  }
  const only = data.mails.length === 1 ? data.mails[0] : undefined;
  return (
    <MoveDialog
      title={title}
      ok={t("platform:mail.send")}
      width={WIDTH}
      said={t("platform:mail.sent")}
      note={<Whom bills={bills} mails={data.mails} />}
      fields={[...paperFields(bills), ...(only ? mailFields() : [])]}
      initial={{
        language: language() === "en-US" ? "en" : "zh",
        format: "PDF",
        ...(bills.layouts[0] ? { layout: bills.layouts[0].value } : {}),
        ...(only ? { to: only.to, cc: data.cc, subject: only.subject, content: only.content } : {}),
      }}
      send={({ to, cc, subject, content, ...paper }: Values) =>
        sendBills(bills, rows, paper, only ? { to: to ?? [], cc: cc ?? [], subject, content } : null)
      }
      done={() => {
        reload();
        close();
      }}
      stale={reload}
      close={close}
    />
  );
}

/** The customers with their addresses. */
function Whom({ bills, mails }: Pick<NoteMails, "mails"> & { bills: Bills }) {
  const t = useText();
  return (
    <ul className="soft">
      {mails.map(({ customerName, notes, statements, to }) => (
        <li key={customerName}>
          {t(bills.words.to, { name: customerName, n: notes ?? statements ?? 0, to: to.join("; ") || t("receivable:mail.nobody") })}
        </li>
      ))}
    </ul>
  );
}

const paperFields = (bills: Bills): Field[] => [
  ...(bills.layouts.length === 0
    ? []
    : [
        {
          name: "layout",
          kind: "select" as const,
          required: true,
          label: labelPair("receivable:statement.layout"),
          options: bills.layouts.map(({ value, label }) => ({ value, label: labelPair(label) })),
        },
      ]),
  {
    name: "language",
    kind: "select",
    required: true,
    label: labelPair("receivable:print.language"),
    options: [
      { value: "zh", label: labelPair("receivable:print.zh") },
      { value: "en", label: labelPair("receivable:print.en") },
    ],
  },
  {
    name: "format",
    kind: "select",
    required: true,
    label: labelPair("receivable:print.format"),
    options: ["PDF", "EXCEL"].map((value) => ({ value, label: { zh: value, en: value } })),
  },
];

const mailFields = (): Field[] => [
  { name: "to", kind: "multi", required: true, label: labelPair("platform:mail.to") },
  { name: "cc", kind: "multi", label: labelPair("platform:mail.cc") },
  { name: "subject", kind: "text", required: true, maxLength: SUBJECT_MAX, label: labelPair("platform:mail.subject") },
  { name: "content", kind: "longText", required: true, maxLength: CONTENT_MAX, label: labelPair("platform:mail.content") },
];
