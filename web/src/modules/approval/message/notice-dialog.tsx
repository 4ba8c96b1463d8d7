/** A published notice, read from the message that told of it. */
import { useQuery } from "@tanstack/react-query";
import { Modal } from "antd";
import { downloadFrom, get } from "@/platform/call/client";
import { FileNames, type KeptFile } from "@/platform/fields/files-editor";
import { useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { PageLoading } from "@/platform/page-loading";
import { RichText } from "@/platform/rich/rich-text";

interface Notice {
  noticeTitle: string;
  noticeText: string;
  noticeDate: string;
  publishedAt: string | null;
  files: KeptFile[];
}

const DIALOG_WIDTH = 760;

export function NoticeDialog({ id, close }: { id: string; close(): void }) {
  const t = useText();
  const { data, error, refetch } = useQuery({
    queryKey: ["notice", id],
    gcTime: 0,
    queryFn: ({ signal }) => get<Notice>(`/hrs/notice/${encodeURIComponent(id)}`, undefined, { quiet: true, signal }),
  });
  const title = data ? <RichText html={data.noticeTitle} title /> : t("approval:centre.notice");
  return (
    <Modal open width={DIALOG_WIDTH} title={title} footer={null} onCancel={close}>
      {error && <LoadFailed message={error.message} retry={() => void refetch()} />}
      {!error && !data && <PageLoading rows={6} />}
      {data && (
        <>
          <p className="soft tabular">{data.publishedAt ?? data.noticeDate}</p>
          <RichText html={data.noticeText} />
          <FileNames files={data.files} open={(file) => void downloadFrom(`/hrs/notice/file/${file.id}`)} />
        </>
      )}
    </Modal>
  );
}
