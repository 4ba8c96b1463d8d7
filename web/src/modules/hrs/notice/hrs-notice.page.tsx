/** /hrs_notice 公告管理: notices are previewed, published with saving, and copied. */
import { useQueryClient } from "@tanstack/react-query";
import { Button } from "antd";
import { Suspense, lazy, useState } from "react";
import { mayBePublished } from "@/modules/hrs/notice/notice-state";
import { get, put } from "@/platform/call/client";
import { submit } from "@/platform/call/submit";
import type { Row } from "@/platform/contract";
import type { FormActionProps } from "@/platform/forms/form-overrides";
import { useText } from "@/platform/i18n";
import type { ListContext } from "@/platform/lists/list-overrides";
import { definePage } from "@/platform/page-registry";
import { LargeField } from "@/platform/rich/rich-field";
import { useCan, useSession } from "@/platform/session";
import { toast } from "@/platform/toast";
import { ToneTag } from "@/platform/tone-tag";

const NoticeDialog = lazy(async () => ({ default: (await import("@/modules/hrs/notice/notice-dialog")).NoticeDialog }));

const PLATFORM = "1";
/** What a copy takes along; files stay with their notice. */
const COPIED = ["noticeTitle", "noticeType", "noticeText", "pushType", "orgIds", "editionCodes", "top"];

async function copy(row: Row, list: ListContext): Promise<void> {
  const notice = await get<Record<string, unknown>>(`/hrs/notice/${String(row.id)}`);
  list.openForm(null, { preset: Object.fromEntries(COPIED.map((name) => [name, notice[name] ?? null])) });
}

function Title({ row }: { row: Row }) {
  const t = useText();
  return (
    <span className="notice-title">
      <LargeField kind="richTitle" value={row["noticeTitle"] ?? ""} />
      {row["edited"] === true && (
        <span title={t("hrs:notice.editedAt", { time: String(row["editedAt"] ?? "") })}>
          <ToneTag tone="neutral">{t("hrs:notice.edited")}</ToneTag>
        </span>
      )}
    </span>
  );
}

function NoticeActions({ form, save }: FormActionProps) {
  const t = useText();
  const queries = useQueryClient();
  const mayPublish = useCan("sys_notice_publish");
  const [preview, setPreview] = useState(false);
  const publishable = mayBePublished(form.get("status"));
  const publish = async () => {
    const saved = await save();
    if (!saved) return;
    const send = () => put(`/hrs/notice/publish/${String(saved["id"])}`, { version: saved["version"] }, { quiet: true });
    const result = await submit(send);
    if (result.kind === "findings") toast.failed(result.findings[0]?.message ?? "");
    void queries.invalidateQueries({ queryKey: ["list"] });
  };
  return (
    <>
      <Button onClick={() => setPreview(true)}>{t("hrs:notice.preview")}</Button>
      {mayPublish && publishable && <Button onClick={() => void publish()}>{t("hrs:notice.savePublish")}</Button>}
      {preview && (
        <Suspense fallback={null}>
          <NoticeDialog notice={form.all()} close={() => setPreview(false)} />
        </Suspense>
      )}
    </>
  );
}

export default definePage({
  list: {
    cells: { noticeTitle: (_, row) => <Title row={row} /> },
    actions: { sys_notice_add: ([row], list) => (row ? copy(row, list) : list.openForm(null)) },
  },
  form: {
    // A company writes to its own people alone.
    without: () => (useSession.getState().user?.orgId === PLATFORM ? [] : ["push"]),
    actions: NoticeActions,
  },
});
