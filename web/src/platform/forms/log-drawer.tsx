import { useQuery } from "@tanstack/react-query";
import { Drawer, Pagination } from "antd";
import { useState } from "react";
import { get } from "@/platform/call/client";
import { EMPTY } from "@/platform/format";
import { useText } from "@/platform/i18n";
import { isNothing } from "@/platform/nothing";
import { PageLoading } from "@/platform/page-loading";

export interface LogRow {
  time: string;
  operatorName: string;
  type: string;
  pageName?: string;
  text?: string;
  changes?: { field: string; label: string; old: unknown; new: unknown }[];
}

export interface LogDrawerProps {
  open: boolean;
  close(): void;
  /** The log call with its fixed query: `{ path: "/hrs/log/page", params: { objectType, objectId } }`. */
  source: { path: string; params: Record<string, string> };
}

const SIZE = 10;

/** Who changed what and when, newest first. */
export function LogDrawer({ open, close, source }: LogDrawerProps) {
  const t = useText();
  const [current, setCurrent] = useState(1);
  const { data, isPending, error } = useQuery({
    queryKey: ["log", source, current],
    enabled: open,
    staleTime: 0,
    queryFn: () =>
      get<{ records: LogRow[]; total: number }>(source.path, { ...source.params, current, size: SIZE }, { quiet: true }),
  });
  return (
    <Drawer open={open} onClose={close} size={560} title={t("platform:form.log")} destroyOnHidden>
      {isPending && <PageLoading rows={5} />}
      {error && <p className="drawer-note">{error.message || t("platform:error.loadFailed")}</p>}
      {data?.records.length === 0 && <p className="drawer-note">{t("platform:form.logEmpty")}</p>}
      <ol className="log">
        {data?.records.map((row, index) => (
          <li key={`${row.time}-${index}`}>
            <p className="log-head">
              <time className="tabular">{row.time}</time>
              <b>{row.operatorName}</b>
              <span>{row.type}</span>
            </p>
            {row.text && <p>{row.text}</p>}
            {row.changes && row.changes.length > 0 && <Changes changes={row.changes} />}
          </li>
        ))}
      </ol>
      {data && data.total > SIZE && (
        <Pagination size="small" current={current} pageSize={SIZE} total={data.total} onChange={setCurrent} showSizeChanger={false} />
      )}
    </Drawer>
  );
}

export function Changes({ changes }: { changes: NonNullable<LogRow["changes"]> }) {
  const t = useText();
  return (
    <table className="plain-table">
      <thead>
        <tr>
          <th>{t("platform:form.logField")}</th>
          <th>{t("platform:form.logOld")}</th>
          <th>{t("platform:form.logNew")}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <tr key={change.field}>
            <td>{change.label}</td>
            <td>{shown(change.old)}</td>
            <td>{shown(change.new)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function shown(value: unknown): string {
  if (isNothing(value)) return EMPTY;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
