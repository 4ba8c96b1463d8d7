import { useQuery } from "@tanstack/react-query";
import { Modal, Table, type TableColumnsType } from "antd";
import { useState } from "react";
import { get } from "@/platform/call/client";
import { EMPTY } from "@/platform/format";
import { useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { PageLoading } from "@/platform/page-loading";
import { deviceName } from "./device-name";
import { type ViewedLink, closeViews, useViewedLink } from "./views-store";

/** One look at what a link shows. */
interface View {
  viewTime: string;
  ip: string | null;
  part: string;
  agent: string | null;
}

const SIZE = 10;
const PARTS = ["page", "file", "print", "notice"];

/** 访问记录 of one share link; mounted once by the list. */
export function ViewsDialog() {
  const link = useViewedLink((state) => state.link);
  return link && <Views key={link.id} link={link} />;
}

function Views({ link }: { link: ViewedLink }) {
  const t = useText();
  const [current, setCurrent] = useState(1);
  const views = useQuery({
    queryKey: ["af.share.views", link.id, current],
    staleTime: 0,
    placeholderData: (before) => before,
    queryFn: () =>
      get<{ records: View[]; total: number }>(
        `/afbase/orderShare/views/${encodeURIComponent(link.id)}`,
        { current, size: SIZE },
        { quiet: true },
      ),
  });
  const columns = useColumns();
  return (
    <Modal open width={760} title={t("order:views.title", { code: link.orderCode })} footer={null} onCancel={closeViews}>
      {views.error && <LoadFailed message={views.error.message} retry={() => void views.refetch()} />}
      {!views.error && !views.data && <PageLoading rows={4} />}
      {!views.error && views.data && (
        <Table<View>
          size="small"
          // Two looks in one second by the same browser are two rows all the same.
          rowKey={(row) => (views.data?.records ?? []).indexOf(row)}
          columns={columns}
          dataSource={views.data.records}
          locale={{ emptyText: t("order:views.none") }}
          pagination={{
            current,
            pageSize: SIZE,
            total: views.data.total,
            onChange: setCurrent,
            hideOnSinglePage: true,
            showSizeChanger: false,
            showTotal: (total) => t("platform:list.total", { total }),
          }}
          scroll={{ x: 520 }}
        />
      )}
    </Modal>
  );
}

function useColumns(): TableColumnsType<View> {
  const t = useText();
  return [
    {
      key: "time",
      width: 160,
      title: t("order:views.time"),
      render: (_, row) => <time className="tabular">{row.viewTime}</time>,
    },
    {
      key: "ip",
      width: 130,
      title: t("order:views.ip"),
      render: (_, row) => <span className="mono">{row.ip || EMPTY}</span>,
    },
    {
      key: "part",
      width: 110,
      title: t("order:views.part"),
      render: (_, row) => (PARTS.includes(row.part) ? t(`order:views.of.${row.part}`) : row.part),
    },
    {
      key: "device",
      title: t("order:views.device"),
      render: (_, row) => <span title={row.agent ?? ""}>{deviceName(row.agent) || EMPTY}</span>,
    },
  ];
}
