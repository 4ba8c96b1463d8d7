import { useInfiniteQuery } from "@tanstack/react-query";
import { Button, Input, Table, type TableColumnsType } from "antd";
import { useState } from "react";
import { busy } from "@/platform/busy";
import { get } from "@/platform/call/client";
import { Changes, type LogRow } from "@/platform/forms/log-drawer";
import { useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { PageLoading } from "@/platform/page-loading";
import type { OrderRead } from "@/platform/order/tab-props";
import "@/platform/order/tabs.css";

interface OrderLogRow extends LogRow {
  id: string;
  function?: string;
}

interface LogPage {
  records: OrderLogRow[];
  total: number;
}

/** Where the log of an order is read. */
export interface LogSource {
  path: string;
  params: Record<string, string>;
  /** Rows fetched at once, as many as the call gives. */
  size: number;
}

interface LogTabProps {
  order: Pick<OrderRead, "orderUuid" | "rowUuid">;
  source: LogSource;
}

const SHOWN = 20;

/** Who did what to an order, newest first, with the differences of each change. */
export function LogTab({ order, source }: LogTabProps) {
  const t = useText();
  const [wanted, setWanted] = useState("");
  const [current, setCurrent] = useState(1);
  const log = useInfiniteQuery({
    queryKey: ["order.log", order.orderUuid, order.rowUuid],
    staleTime: 0,
    initialPageParam: 1,
    queryFn: ({ pageParam }) =>
      get<LogPage>(source.path, { ...source.params, current: pageParam, size: source.size }, { quiet: true }),
    getNextPageParam: (last, all) => (all.length * source.size < last.total ? all.length + 1 : undefined),
  });
  const columns = useColumns();
  if (!log.data && log.error) return <LoadFailed message={log.error.message} retry={() => void log.refetch()} />;
  if (!log.data) return <PageLoading rows={6} />;
  const all = log.data.pages.flatMap((page) => page.records);
  const rows = all.filter((row) => mentions(row, wanted));
  return (
    <section className="order-tab" aria-label={t("order:log.title")}>
      <div className="tab-bar">
        <Input.Search
          className="log-filter"
          allowClear
          aria-label={t("order:log.filter")}
          placeholder={t("order:log.filter")}
          value={wanted}
          onChange={(event) => {
            setWanted(event.target.value);
            setCurrent(1);
          }}
        />
        <span className="soft">{t("platform:list.total", { total: rows.length })}</span>
        <span className="top-space" />
        {log.hasNextPage && (
          <Button loading={busy(log.isFetchingNextPage)} onClick={() => void log.fetchNextPage()}>
            {t("order:log.older", { shown: all.length, total: log.data.pages[0]?.total ?? 0 })}
          </Button>
        )}
      </div>
      <Table<OrderLogRow>
        className="log-table"
        size="small"
        rowKey="id"
        columns={columns}
        dataSource={rows}
        locale={{ emptyText: t(wanted ? "order:log.noMatch" : "platform:form.logEmpty") }}
        pagination={{ current, pageSize: SHOWN, onChange: setCurrent, hideOnSinglePage: true, showSizeChanger: false }}
        scroll={{ x: 720 }}
      />
    </section>
  );
}

function useColumns(): TableColumnsType<OrderLogRow> {
  const t = useText();
  return [
    { key: "time", width: 150, title: t("order:log.time"), render: (_, row) => <time className="tabular">{row.time}</time> },
    { key: "user", width: 100, title: t("order:log.user"), dataIndex: "operatorName" },
    { key: "type", width: 72, title: t("order:log.type"), dataIndex: "type" },
    { key: "function", width: 110, title: t("order:log.function"), dataIndex: "function" },
    {
      key: "text",
      title: t("order:log.text"),
      render: (_, row) => (
        <div className="log-text">
          {row.changes && row.changes.length > 0 ? <Changes changes={row.changes} /> : row.text}
        </div>
      ),
    },
  ];
}

/** Whether the function, the words or the person of a row contain a text. */
function mentions(row: OrderLogRow, wanted: string): boolean {
  const text = wanted.trim().toLowerCase();
  return [row.function, row.type, row.text, row.operatorName].some((part) => part?.toLowerCase().includes(text)) || text === "";
}
