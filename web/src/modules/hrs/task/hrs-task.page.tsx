/** /hrs_task 下载中心: the user's large exports and what else works behind a call; follows what runs. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { IMPORT, RUNNING, WAITING } from "@/modules/hrs/task/task-state";
import { CallError, downloadFrom, get, post } from "@/platform/call/client";
import { submit } from "@/platform/call/submit";
import type { PageOfRows, Row } from "@/platform/contract";
import { ask } from "@/platform/dialog";
import { asNumber, formatFigure } from "@/platform/format";
import { translate, useText } from "@/platform/i18n";
import type { ActionHandler, CellRenderer, ListContext } from "@/platform/lists/list-overrides";
import { definePage } from "@/platform/page-registry";
import { usePush, usePushed } from "@/platform/push/push";
import "./hrs-task.css";

/** Where no news come. */
const LOOK_EVERY_MS = 2_000;
const KB = 1024;

/** Says how many jobs are under way, and reads the list again while there are any. */
function Follow({ list }: { list: ListContext }) {
  const t = useText();
  const { data } = useQuery({
    // Under the key of the list, so that whatever reads it again looks here too.
    queryKey: ["list", "hrs.task.list", "open"],
    queryFn: ({ signal }) => get<PageOfRows>("/hrs/task/page", { status: `${WAITING},${RUNNING}`, size: 50, part: "rows" }, { quiet: true, signal }),
  });
  const open = data?.records.length ?? 0;
  const reload = useRef(list.reload);
  reload.current = list.reload;
  const { live } = usePush();
  usePushed("jobs", () => list.reload());
  useEffect(() => {
    if (open === 0 || live) return;
    const timer = window.setInterval(() => document.hidden || reload.current(), LOOK_EVERY_MS);
    return () => window.clearInterval(timer);
  }, [open, live]);
  if (open === 0) return null;
  return (
    <p className="task-running" role="status">
      {t("hrs:task.running", { n: open })}
    </p>
  );
}

const progress: CellRenderer = (value, row) => {
  const percent = asNumber(value) ?? 0;
  if (row["status"] !== RUNNING) return `${percent}`;
  return (
    <span className="task-progress">
      <progress max={100} value={percent} aria-label={translate("hrs:task.progress")} />
      {percent}
    </span>
  );
};

const file: CellRenderer = (value, row) => {
  if (!value) return "";
  const name = String(value);
  if (row["own"] !== true) return name;
  if (row["fileKept"] !== true) return <span className="nothing">{translate("hrs:task.gone")}</span>;
  const badRows = row["kind"] === IMPORT;
  return (
    <span className="task-file">
      <button
        type="button"
        className="cell-link"
        title={badRows ? name : undefined}
        aria-label={badRows ? undefined : translate("hrs:task.fetch", { name })}
        onClick={(event) => {
          event.stopPropagation();
          void fetchFile(row);
        }}
      >
        {badRows ? translate("hrs:task.fetchBad") : name}
      </button>
      <span className="soft tabular">{translate("hrs:task.size", { n: formatFigure(kilobytes(row["fileSize"]), 0) })}</span>
    </span>
  );
};

function kilobytes(size: unknown): number {
  return Math.max(1, Math.round((asNumber(size) ?? 0) / KB));
}

async function fetchFile(row: Row): Promise<void> {
  try {
    await downloadFrom(`/hrs/task/file/${String(row.id)}`);
  } catch (error) {
    // The call has told the user.
    if (!(error instanceof CallError)) throw error;
  }
}

/** A job that packs everything the company has; who he is has to be proved anew. */
const everything: ActionHandler = async (_, list) => {
  if (!(await ask({ text: translate("hrs:task.everythingAsk") }))) return;
  const result = await submit(() => post("/hrs/task/everything", {}, { quiet: true }));
  if (result.kind === "saved") list.reload();
};

export default definePage({ list: { header: Follow, actions: { sys_task_everything: everything }, cells: { progress, fileName: file } } });
