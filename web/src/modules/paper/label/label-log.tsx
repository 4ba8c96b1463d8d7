import { useQueries } from "@tanstack/react-query";
import { Button, Table, type TableColumnsType } from "antd";
import type { ReactNode } from "react";
import { type LabelOrder, type LabelPrint, readPrints } from "@/modules/paper/label/label-calls";
import { EMPTY, formatFigure } from "@/platform/format";
import { useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { PageLoading } from "@/platform/page-loading";
import { TABLE_HEIGHT } from "@/platform/table-heights";

/** A print in the table. */
interface Line extends LabelPrint {
  key: string;
  orderCode: string;
}

/** Key of the prints of one order. */
export const printsKey = (orderUuid: string) => ["label.log", orderUuid];

interface LabelLogProps {
  orders: LabelOrder[];
  /** Takes the range of an earlier print over. */
  again(print: LabelPrint): void;
}

/** What was printed for these orders, newest first. */
export function LabelLog({ orders, again }: LabelLogProps) {
  const t = useText();
  const { prints, error, waiting, retry } = useQueries({
    queries: orders.map(({ orderUuid }) => ({
      queryKey: printsKey(orderUuid),
      staleTime: 0,
      queryFn: () => readPrints(orderUuid),
    })),
    combine: (asked) => ({
      prints: merged(orders, asked.map(({ data }) => data ?? [])),
      error: asked.find(({ error }) => error)?.error ?? null,
      waiting: asked.some(({ isPending }) => isPending),
      retry: () => void Promise.all(asked.filter(({ error }) => error).map(({ refetch }) => refetch())),
    }),
  });
  const columns = useColumns(again);
  return (
    <section className="form-section" aria-label={t("paper:label.log")}>
      <h2>{t("paper:label.log")}</h2>
      {error && <LoadFailed message={error.message} retry={retry} />}
      {!error && waiting && <PageLoading rows={3} />}
      {!error && !waiting && prints.length === 0 && <p className="soft">{t("paper:label.logEmpty")}</p>}
      {!error && prints.length > 0 && (
        <Table<Line>
          size="small"
          columns={columns}
          dataSource={prints}
          pagination={false}
          scroll={{ x: "max-content", y: TABLE_HEIGHT.large }}
        />
      )}
    </section>
  );
}

/** The prints of all orders, newest first. */
function merged(orders: LabelOrder[], prints: LabelPrint[][]): Line[] {
  const lines = orders.flatMap(({ orderCode, orderUuid }, at) =>
    (prints[at] ?? []).map((print, place) => ({ ...print, orderCode, key: `${orderUuid} ${place}` })),
  );
  return lines.toSorted((one, other) => other.time.localeCompare(one.time));
}

function useColumns(again: (print: LabelPrint) => void): TableColumnsType<Line> {
  const t = useText();
  const column = (key: string, width: number, shown: (line: Line) => ReactNode) => {
    return { key, width, title: t(`paper:label.${key}`), render: (_: unknown, line: Line) => shown(line) };
  };
  const figure = { align: "right" as const, className: "is-figure" };
  return [
    column("time", 150, ({ time }) => <span className="tabular">{time}</span>),
    column("user", 100, ({ user }) => user ?? EMPTY),
    column("order", 150, ({ orderCode }) => <span className="mono">{orderCode}</span>),
    { ...column("range", 100, ({ from, to }) => `${from}-${to}`), ...figure },
    { ...column("copies", 70, ({ copies }) => formatFigure(copies, 0)), ...figure },
    column("size", 110, ({ size, format }) => `${size} ${format}`),
    {
      key: "again",
      width: 80,
      title: t("platform:list.actions"),
      render: (_, print) => (
        <Button size="small" onClick={() => again(print)}>
          {t("paper:label.again")}
        </Button>
      ),
    },
  ];
}
