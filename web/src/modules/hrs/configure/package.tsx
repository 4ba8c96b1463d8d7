/** 服务套餐: what the edition gives, and how much of it is used. */
import { useQuery } from "@tanstack/react-query";
import { Descriptions, Table } from "antd";
import { PackageTable, type Standing } from "@/modules/hrs/common/packages";
import { get } from "@/platform/call/client";
import { useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { PageLoading } from "@/platform/page-loading";

interface Item {
  item: "users";
  used: number;
  max: number;
}

interface Given {
  edition: string;
  /** Absent for the platform itself. */
  stopAt: string | null;
  items: Item[];
  /** The services that have a package. */
  services: Standing[];
}

export function Package() {
  const t = useText();
  const { data, error, refetch } = useQuery({
    queryKey: ["package"],
    queryFn: () => get<Given>("/hrs/org/package", undefined, { quiet: true }),
  });
  if (error) return <LoadFailed message={error.message} retry={() => void refetch()} />;
  if (!data) return <PageLoading rows={3} />;
  return (
    <div className="configure-package">
      <Descriptions size="small" column={{ xs: 1, sm: 2 }}>
        <Descriptions.Item label={t("hrs:configure.edition")}>{data.edition}</Descriptions.Item>
        {data.stopAt && <Descriptions.Item label={t("hrs:configure.stopAt")}>{data.stopAt}</Descriptions.Item>}
      </Descriptions>
      <Table
        size="small"
        rowKey="item"
        pagination={false}
        dataSource={data.items}
        columns={[
          { title: t("hrs:configure.item"), dataIndex: "item", render: (item: Item["item"]) => t(`hrs:configure.item_${item}`) },
          { title: t("hrs:configure.used"), dataIndex: "used", align: "right", className: "tabular" },
          { title: t("hrs:configure.max"), dataIndex: "max", align: "right", className: "tabular" },
        ]}
      />
      {data.services.length > 0 ? <PackageTable rows={data.services} /> : <p className="soft">{t("hrs:package.none")}</p>}
    </div>
  );
}
