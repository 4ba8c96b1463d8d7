import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Modal } from "antd";
import { useEffect } from "react";
import { NOTICES, type Notice, type NoticeText } from "@/app/home/notice";
import { NoticeTag } from "@/app/home/notice-tag";
import { downloadFrom, get } from "@/platform/call/client";
import { FileNames, type KeptFile } from "@/platform/fields/files-editor";
import { loadRoom, useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { PageLoading } from "@/platform/page-loading";
import { RichText } from "@/platform/rich/rich-text";

interface NoticeDialogProps {
  /** The line that was chosen: what it says stands at once. */
  notice: Notice;
  close(): void;
}

/** One announcement with its text and files. Reading it marks it as read. */
export function NoticeDialog({ notice, close }: NoticeDialogProps) {
  const queries = useQueryClient();
  const id = encodeURIComponent(notice.noticeId);
  const { data, error, refetch } = useQuery({
    queryKey: ["home", "notice", notice.noticeId],
    queryFn: async ({ signal }) => {
      const call = get<NoticeText>(`/hrs/notice/${id}`, undefined, { quiet: true, signal });
      // The words of the file list come with the text.
      const [text] = await Promise.all([call, loadRoom("rich")]);
      return text;
    },
  });
  const news = data !== undefined && notice.read === false;
  useEffect(() => {
    if (news) void queries.invalidateQueries({ queryKey: NOTICES });
  }, [news, queries]);
  return (
    <Modal open width={760} title={<RichText html={notice.noticeTitle} title />} footer={null} onCancel={close}>
      <Head notice={data ?? notice} />
      {error && <LoadFailed message={error.message} retry={() => void refetch()} />}
      {!error && !data && <PageLoading rows={4} />}
      {data && (
        <>
          <RichText html={data.noticeText} />
          {data.files.length > 0 && <FileNames files={data.files} open={(file) => void save(file)} />}
        </>
      )}
    </Modal>
  );
}

/** A failed call has told so by itself. */
async function save(file: KeptFile): Promise<void> {
  await downloadFrom(`/hrs/notice/file/${encodeURIComponent(file.id)}`).catch(() => undefined);
}

function Head({ notice }: { notice: Notice | NoticeText }) {
  const t = useText();
  const { publishedAt, editedAt }: Partial<NoticeText> = notice as Partial<NoticeText>;
  return (
    <p className="home-notice-head soft">
      <NoticeTag type={notice.noticeType} />
      <span className="tabular">{publishedAt || notice.noticeDate}</span>
      {editedAt && <span className="tabular">{t("home:notices.edited", { time: editedAt })}</span>}
    </p>
  );
}
