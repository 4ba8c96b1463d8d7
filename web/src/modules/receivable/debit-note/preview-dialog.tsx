/** The notes that chosen income makes, before they are made. */
import { Modal, Table, type TableColumnsType } from "antd";
import { useState } from "react";
import { busy } from "@/platform/busy";
import { submit } from "@/platform/call/submit";
import { requestIds } from "@/platform/charge/request-ids";
import type { Finding } from "@/platform/contract";
import { groupText } from "@/platform/decimal-text";
import { EMPTY } from "@/platform/format";
import type { Values } from "@/platform/forms/form-store";
import { useText } from "@/platform/i18n";
import { TABLE_HEIGHT } from "@/platform/table-heights";
import { type Draft, type Made, type Preview, makeNotes } from "./make-model";

/** A note with its place in the preview, which tells notes of one order apart. */
type Row = Draft & { at: number };

const WIDTH = 960;
const SCROLL = { x: "max-content", y: TABLE_HEIGHT.large } as const;
const PAGE_ROWS = 100;

interface PreviewDialogProps {
  preview: Preview;
  /** What makes the notes. */
  body: Values;
  refuse(findings: Finding[]): void;
  done(made: Made): void;
  close(): void;
}

export function PreviewDialog({ preview, body, refuse, done, close }: PreviewDialogProps) {
  const t = useText();
  const columns = useColumns();
  const [ids] = useState(requestIds);
  const [saving, setSaving] = useState(false);
  const { notes, failed, functionalAmount } = preview;
  const save = async () => {
    if (saving) return;
    setSaving(true);
    const send = (confirmed: string[]) => {
      const whole = confirmed.length > 0 ? { ...body, confirmed } : body;
      return makeNotes({ ...whole, requestId: ids.of(whole) });
    };
    try {
      const result = await submit(send, { done: false });
      if (result.kind === "findings") {
        refuse(result.findings);
        close();
      }
      if (result.kind === "saved") {
        ids.done();
        done(result.data);
      }
    } finally {
      setSaving(false);
    }
  };
  return (
    <Modal
      open
      width={WIDTH}
      title={t("receivable:make.preview")}
      mask={{ closable: false }}
      okText={t("receivable:make.save", { n: notes.length })}
      cancelText={t("platform:action.cancel")}
      okButtonProps={{ disabled: notes.length === 0, loading: busy(saving) }}
      onOk={() => void save()}
      onCancel={close}
    >
      {failed.length > 0 && (
        <ul className="note-make-refused" role="alert">
          {failed.map(({ orderCode, coopName, why }, at) => (
            <li key={at}>{t("receivable:make.refused", { number: [orderCode, coopName].filter(Boolean).join(" "), why })}</li>
          ))}
        </ul>
      )}
      <p role="status">{t("receivable:make.sum", { n: notes.length, amount: groupText(functionalAmount) })}</p>
      <Table<Row>
        size="small"
        rowKey="at"
        columns={columns}
        dataSource={notes.map((note, at) => ({ ...note, at }))}
        pagination={{ pageSize: PAGE_ROWS, hideOnSinglePage: true, showSizeChanger: false }}
        scroll={SCROLL}
      />
    </Modal>
  );
}

function useColumns(): TableColumnsType<Row> {
  const t = useText();
  const text = (word: string, name: keyof Draft) => ({ title: t(`receivable:make.${word}`), render: (_: unknown, note: Draft) => note[name] || EMPTY });
  const figure = { align: "right" as const, className: "is-figure" };
  return [
    text("order", "orderCode"),
    text("number", "bizNumber"),
    text("coop", "coopName"),
    { ...text("lines", "lines"), ...figure },
    { ...text("amount", "amounts"), ...figure },
    { title: t("receivable:make.functional"), ...figure, render: (_, note) => groupText(note.functionalAmount) },
    text("noteDate", "noteDate"),
    text("dueDate", "dueDate"),
    text("bank", "bankName"),
  ];
}
