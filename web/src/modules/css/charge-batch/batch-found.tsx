/** The orders that were found for a batch, chosen one by one, and those that were refused. */
import { Table, type TableColumnsType } from "antd";
import { groupText } from "@/platform/decimal-text";
import { EMPTY } from "@/platform/format";
import { useText } from "@/platform/i18n";
import { isNothing } from "@/platform/nothing";
import { TABLE_HEIGHT } from "@/platform/table-heights";
import { ORDERS_MAX, type Pool, type PoolOrder } from "./batch-model";

const SCROLL = { x: "max-content", y: TABLE_HEIGHT.large } as const;

interface FoundProps {
  pool: Pool;
  chosen: string[];
  choose(orders: string[]): void;
}

export function PoolFound({ pool, chosen, choose }: FoundProps) {
  const t = useText();
  const columns = useColumns();
  return (
    <>
      {pool.refused.length > 0 && (
        <ul className="batch-refused" role="alert">
          {pool.refused.map(({ number, why }) => (
            <li key={`${number} ${why}`}>{t("css:batch.refused", { number, why })}</li>
          ))}
        </ul>
      )}
      {pool.more && <p className="soft">{t("css:batch.more", { n: ORDERS_MAX })}</p>}
      <p className="soft" role="status">
        {t("css:batch.chosen", { n: chosen.length, all: pool.orders.length })}
      </p>
      {pool.orders.length > 0 && (
        <Table<PoolOrder>
          size="small"
          rowKey="orderUuid"
          columns={columns}
          dataSource={pool.orders}
          pagination={false}
          scroll={SCROLL}
          rowSelection={{ selectedRowKeys: chosen, onChange: (keys) => choose(keys.map(String)), fixed: true }}
        />
      )}
    </>
  );
}

function useColumns(): TableColumnsType<PoolOrder> {
  const t = useText();
  const text = (name: keyof PoolOrder, word: string) => ({ title: t(`css:batch.${word}`), render: (_: unknown, order: PoolOrder) => order[name] || EMPTY });
  const figure = (name: keyof PoolOrder, word: string) => ({
    title: t(`css:batch.${word}`),
    align: "right" as const,
    className: "is-figure",
    render: (_: unknown, order: PoolOrder) => (isNothing(order[name]) ? EMPTY : groupText(String(order[name]), 0)),
  });
  return [
    text("orderCode", "order"),
    text("bizNumber", "number"),
    text("bizDate", "day"),
    text("coopName", "customer"),
    text("carrier", "carrier"),
    { title: t("css:batch.route"), render: (_, { departure, arrival }) => `${departure ?? ""}-${arrival ?? ""}` },
    figure("pieces", "pieces"),
    figure("grossWeight", "gross"),
    figure("volume", "volume"),
    figure("chargeWeight", "weight"),
  ];
}
