/** A list of the message centre: filters, rows and pages of the platform, without a declared page around it. */
import { Button } from "antd";
import { type ReactNode, useMemo, useState } from "react";
import type { ListPage, Row } from "@/platform/contract";
import { useLabel, useText } from "@/platform/i18n";
import { FilterBar, FilterChips } from "@/platform/lists/filter-bar";
import { placeColumns, useRows } from "@/platform/lists/list-data";
import type { CellRenderer } from "@/platform/lists/list-overrides";
import { DEFAULT_SIZE, useListUrl } from "@/platform/lists/list-url";
import { Pager } from "@/platform/lists/pager";
import { RowTable } from "@/platform/lists/view/row-table";
import { LoadFailed } from "@/platform/load-failed";
import { PageLoading, useLate } from "@/platform/page-loading";
import "../approval.css";

/** What may be done with ticked rows. */
export interface BatchAct {
  label: string;
  danger?: boolean;
  run(rows: Row[]): Promise<void>;
}

interface ListBlockProps {
  page: ListPage;
  cells?: Record<string, CellRenderer>;
  batch?: BatchAct[];
  /** Most rows ticked at once. */
  batchMax?: number;
  open(row: Row): void;
}

const NO_CELLS = {};

export function ListBlock({ page, cells = NO_CELLS, batch = [], batchMax = Number.POSITIVE_INFINITY, open }: ListBlockProps) {
  const t = useText();
  const label = useLabel();
  const url = useListUrl(page);
  const size = url.query.size ?? DEFAULT_SIZE;
  const rows = useRows(page, url.query, size, true);
  const late = useLate(rows.isPlaceholderData);
  const columns = useMemo(() => placeColumns(page.columns, undefined), [page]);
  const [active, setActive] = useState(-1);
  const [keys, setKeys] = useState<string[]>([]);
  const records = rows.data?.records ?? [];
  const ticked = records.filter((row) => keys.includes(String(row[page.rowKey])));
  let body: ReactNode = <PageLoading rows={10} />;
  if (rows.error) body = <LoadFailed message={rows.error.message} retry={() => void rows.refetch()} />;
  else if (rows.data) {
    body = (
      <>
        <RowTable
          title={t("platform:list.table", { title: label(page.title) })}
          rows={records}
          rowKey={page.rowKey}
          columns={columns}
          cells={cells}
          sort={url.query.sort}
          changeSort={(sort) => url.change({ sort, current: 1 })}
          active={active}
          setActive={setActive}
          open={open}
          openFirst
          rowMenuWidth={0}
          selection={batch.length > 0 ? { keys, change: (next) => setKeys(next.slice(0, batchMax)) } : undefined}
          empty={<p className="nothing">{t("platform:state.empty")}</p>}
          stale={late}
        />
        <Pager data={rows.data} size={size} url={url} setSize={() => undefined} />
      </>
    );
  }
  return (
    <section className="approval-block list-body" aria-label={label(page.title)}>
      <FilterBar page={page} url={url} />
      <FilterChips page={page} url={url} />
      {ticked.length > 0 && (
        <div className="batch-bar" role="toolbar" aria-label={t("platform:list.selected", { count: ticked.length })}>
          <b>{t("platform:list.selected", { count: ticked.length })}</b>
          {batch.map((act) => (
            <Button key={act.label} size="small" danger={act.danger ?? false} onClick={() => void act.run(ticked).then(() => setKeys([]))}>
              {act.label}
            </Button>
          ))}
          <Button size="small" type="text" onClick={() => setKeys([])}>
            {t("platform:list.clearSelection")}
          </Button>
        </div>
      )}
      {body}
    </section>
  );
}
