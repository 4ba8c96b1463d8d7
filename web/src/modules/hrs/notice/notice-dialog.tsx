import { Modal } from "antd";
import { downloadFrom } from "@/platform/call/client";
import type { Option } from "@/platform/contract";
import { FileNames, type KeptFile } from "@/platform/fields/files-editor";
import type { Values } from "@/platform/forms/form-store";
import { useLabel, useText } from "@/platform/i18n";
import { declaredForm } from "@/platform/page-registry";
import { RichText } from "@/platform/rich/rich-text";
import { ToneTag } from "@/platform/tone-tag";
import "./notice.css";

/** A notice as its readers see it. */
export function NoticeDialog({ notice, close }: { notice: Values; close(): void }) {
  const t = useText();
  const label = useLabel();
  const kind = kinds().find((option) => option.value === notice["noticeType"]);
  const files = (notice["files"] as KeptFile[] | null | undefined) ?? [];
  const text = (name: string) => String(notice[name] ?? "");
  return (
    <Modal open width={760} title={<RichText html={text("noticeTitle")} title />} footer={null} onCancel={close}>
      <p className="notice-head soft">
        {kind && <ToneTag tone={kind.tone ?? "neutral"}>{label(kind.label)}</ToneTag>}
        <span className="tabular">{text("publishedAt") || text("noticeDate")}</span>
        {text("editedAt") && <span>{t("hrs:notice.editedAt", { time: text("editedAt") })}</span>}
      </p>
      <RichText html={text("noticeText")} />
      <FileNames files={files} open={(file) => void downloadFrom(`/hrs/notice/file/${file.id}`)} />
    </Modal>
  );
}

function kinds(): Option[] {
  const fields = declaredForm("hrs.notice.form")?.sections.flatMap((section) => section.fields) ?? [];
  return fields.find((field) => field.name === "noticeType")?.options ?? [];
}
