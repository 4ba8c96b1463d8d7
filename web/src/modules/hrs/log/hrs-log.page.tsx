/** /hrs_log 系统日志: a row opens with what it changed. */
import { useQuery } from "@tanstack/react-query";
import { Drawer } from "antd";
import { create } from "zustand";
import { get } from "@/platform/call/client";
import type { Row } from "@/platform/contract";
import { EMPTY } from "@/platform/format";
import { Changes, type LogRow } from "@/platform/forms/log-drawer";
import { useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { definePage } from "@/platform/page-registry";
import { PageLoading } from "@/platform/page-loading";
import "../hrs.css";

const useEntry = create<{ row: Row | null }>(() => ({ row: null }));
const close = () => useEntry.setState({ row: null });

function EntryDrawer() {
  const t = useText();
  const row = useEntry((state) => state.row);
  const { data, error, refetch } = useQuery({
    queryKey: ["hrs-log-entry", row?.id],
    enabled: row !== null,
    // A log row never changes.
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => get<Pick<LogRow, "changes">>(`/hrs/log/${encodeURIComponent(String(row?.id))}`, undefined, { quiet: true, signal }),
  });
  return (
    <Drawer open={row !== null} onClose={close} size={640} title={t("hrs:log.title")} destroyOnHidden>
      {row && <EntryHead row={row} />}
      {error && <LoadFailed message={error.message} retry={() => void refetch()} />}
      {row && !error && !data && <PageLoading rows={4} />}
      {data && (data.changes?.length ? <Changes changes={data.changes} /> : <p className="drawer-note">{t("hrs:log.nothing")}</p>)}
    </Drawer>
  );
}

/** What the list told of the row already. */
function EntryHead({ row }: { row: Row }) {
  const t = useText();
  const text = (name: string) => String(row[name] ?? "") || EMPTY;
  return (
    <>
      <dl className="log-facts">
        {FACTS.map(([key, name]) => (
          <div key={key}>
            <dt>{t(`hrs:log.${key}`)}</dt>
            <dd className="tabular">{text(name)}</dd>
          </div>
        ))}
      </dl>
      {row["text"] ? <p className="log-text">{text("text")}</p> : null}
    </>
  );
}

const FACTS = [
  ["time", "createTime"],
  ["operator", "operatorName"],
  ["type", "type"],
  ["page", "pageName"],
  ["number", "objectNumber"],
  ["ip", "ip"],
] as const;

export default definePage({
  list: { dialogs: EntryDrawer, open: (row) => useEntry.setState({ row }) },
});
