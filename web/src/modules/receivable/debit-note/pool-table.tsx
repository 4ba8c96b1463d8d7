/** The orders that were found with their unbilled income, chosen line by line or an order at once. */
import { Table, type TableColumnsType } from "antd";
import { groupText } from "@/platform/decimal-text";
import { EMPTY } from "@/platform/format";
import { useText } from "@/platform/i18n";
import { PageLink } from "@/platform/page-link";
import { TABLE_HEIGHT } from "@/platform/table-heights";
import { ORDERS_MAX, type Pool, type PoolLine, type PoolOrder } from "./make-model";

const SCROLL = { x: "max-content", y: TABLE_HEIGHT.large } as const;
/** Orders drawn at once. */
const PAGE_ROWS = 100;
/** Before the id of an order among the keys: charges have ids of their own. */
const ORDER = "order-";

/** An order with its lines below it, or one of these. */
type Branch = { key: string; order: PoolOrder; line: null; children: Branch[] } | { key: string; order: PoolOrder; line: PoolLine };

interface PoolTableProps {
  pool: Pool;
  /** Charges. */
  chosen: string[];
  choose(charges: string[]): void;
}

function branchesOf(orders: PoolOrder[]): Branch[] {
  return orders.map((order) => ({
    key: `${ORDER}${order.id}`,
    order,
    line: null,
    children: order.lines.map((line) => ({ key: line.id, order, line })),
  }));
}

export function PoolTable({ pool, chosen, choose }: PoolTableProps) {
  const t = useText();
  const columns = useColumns();
  const { orders, refused, more, onlyDone } = pool;
  const taken = new Set(chosen);
  // An order is ticked with all its lines.
  const ticked = orders.filter(({ lines }) => lines.every(({ id }) => taken.has(id))).map(({ id }) => `${ORDER}${id}`);
  const lines = orders.reduce((sum, order) => sum + order.lines.length, 0);
  return (
    <>
      {refused.length > 0 && (
        <ul className="note-make-refused" role="alert">
          {refused.map(({ number, why }) => (
            <li key={`${number} ${why}`}>{t("receivable:make.refused", { number, why })}</li>
          ))}
        </ul>
      )}
      {more && <p className="soft">{t("receivable:make.more", { n: ORDERS_MAX })}</p>}
      {onlyDone && <p className="soft">{t("receivable:make.onlyDone")}</p>}
      <p className="soft" role="status">
        {t("receivable:make.chosen", { orders: orders.length, lines, n: chosen.length })}
      </p>
      {orders.length > 0 && (
        <Table<Branch>
          size="small"
          columns={columns}
          dataSource={branchesOf(orders)}
          pagination={{ pageSize: PAGE_ROWS, hideOnSinglePage: true, showSizeChanger: false }}
          scroll={SCROLL}
          rowSelection={{
            checkStrictly: false,
            selectedRowKeys: [...ticked, ...chosen],
            onChange: (keys) => choose(keys.map(String).filter((key) => !key.startsWith(ORDER))),
            fixed: true,
          }}
        />
      )}
    </>
  );
}

function useColumns(): TableColumnsType<Branch> {
  const t = useText();
  const text = (word: string, of: (branch: Branch) => string | null | undefined) => ({
    title: t(`receivable:make.${word}`),
    render: (_: unknown, branch: Branch) => of(branch) || EMPTY,
  });
  const figure = (word: string, of: (branch: Branch) => string | null | undefined) => ({
    ...text(word, of),
    align: "right" as const,
    className: "is-figure",
  });
  const amount = ({ order, line }: Branch) => (line ? `${line.currency} ${groupText(line.amount ?? "")}` : order.amounts);
  return [
    {
      title: t("receivable:make.order"),
      render: (_, { order, line }) =>
        line ? line.serviceName : <PageLink href={`/css_order_charge?o=${order.orderUuid}`}>{order.orderCode}</PageLink>,
    },
    text("number", ({ order, line }) => (line ? line.note : order.bizNumber)),
    text("day", ({ order, line }) => (line ? null : order.bizDate)),
    text("customer", ({ order, line }) => (line ? null : order.orderCoopName)),
    text("coop", ({ line }) => line?.coopName),
    figure("amount", amount),
    figure("functional", ({ order, line }) => groupText((line ?? order).functionalAmount)),
    text("tax", ({ line }) => line?.taxRate),
    text("done", ({ order, line }) => (line ? null : t(`receivable:make.${order.incomeDone ? "yes" : "no"}`))),
  ];
}
