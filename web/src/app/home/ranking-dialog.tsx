import { useQuery } from "@tanstack/react-query";
import { Modal, Table } from "antd";
import type { ColumnType } from "antd/es/table";
import { Loaded } from "@/app/home/card";
import type { Member } from "@/app/home/ranking-model";
import { get } from "@/platform/call/client";
import { formatFigure } from "@/platform/format";
import { useText } from "@/platform/i18n";

const HEIGHT_PX = 500;
const WIDTH_MIN_PX = 300;
/** More rows than these are drawn only where they are visible. */
const VIRTUAL_ABOVE_ROWS = 10;

/** All members with their places. */
export function RankingDialog({ close }: { close(): void }) {
  const t = useText();
  const { data, error, refetch } = useQuery({
    queryKey: ["home", "ranking", "all"],
    queryFn: ({ signal }) =>
      get<Member[]>("/hrs/userAccessRecord/topActiveIndexList", undefined, { quiet: true, signal }),
  });
  const columns: ColumnType<Member>[] = [
    { key: "at", title: t("home:ranking.at"), width: 64, render: (_, _member, at) => at + 1 },
    { key: "orgName", title: t("home:ranking.company"), dataIndex: "orgName", ellipsis: true },
    {
      key: "activeIndex",
      title: t("home:ranking.index"),
      width: 108,
      align: "right",
      className: "home-index",
      render: (_, member) => formatFigure(member.activeIndex, 0),
    },
  ];
  return (
    <Modal open width={620} title={t("home:ranking.title")} footer={null} onCancel={close}>
      <Loaded data={data} error={error} failed={t("home:ranking.failed")} retry={() => void refetch()} rows={8}>
        {(members) => (
          <Table<Member>
            size="small"
            className="home-members"
            rowKey="orgId"
            columns={columns}
            dataSource={members}
            pagination={false}
            virtual={members.length > VIRTUAL_ABOVE_ROWS}
            scroll={{ x: WIDTH_MIN_PX, y: HEIGHT_PX }}
          />
        )}
      </Loaded>
    </Modal>
  );
}
