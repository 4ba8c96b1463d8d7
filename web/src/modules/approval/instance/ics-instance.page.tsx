/** /hrs_ics_instance 审批记录: every application of the company, with a summary line. */
import { useQuery } from "@tanstack/react-query";
import { runQuiet } from "@/modules/approval/asked-dialog";
import { InstanceDialogs, useInstance } from "@/modules/approval/instance/instance-dialogs";
import { type Sums, summaryOf } from "@/modules/approval/instance/summary";
import { openApproval } from "@/modules/approval/open";
import { get, put } from "@/platform/call/client";
import { formatFigure } from "@/platform/format";
import { useText } from "@/platform/i18n";
import type { ActionHandler, ListContext } from "@/platform/lists/list-overrides";
import { definePage } from "@/platform/page-registry";
import { toast } from "@/platform/toast";
import { translate } from "@/platform/i18n";
import "../approval.css";

interface Counted {
  total: number;
  totals: Sums;
}

/** 总数, 审批中, 平均用时, 超时率 of what the filters leave. */
function Summary({ list }: { list: ListContext }) {
  const t = useText();
  const { data } = useQuery({
    queryKey: ["list", "hrs.icsInstance.list", "total", list.filters],
    queryFn: ({ signal }) => get<Counted>("/prm/ics/approval/instance/total", list.filters, { quiet: true, signal }),
  });
  if (!data) return null;
  const { running, hours, late } = summaryOf(data.totals);
  return (
    <p className="approval-summary">
      <span>
        {t("approval:records.total")} <b className="tabular">{formatFigure(data.total, 0)}</b>
      </span>
      <span>
        {t("approval:records.running")} <b className="tabular">{formatFigure(running, 0)}</b>
      </span>
      <span>
        {t("approval:records.mean")} <b className="tabular">{formatFigure(hours, 1)}</b>
      </span>
      <span>
        {t("approval:records.late")} <b className="tabular">{late === null ? "-" : `${formatFigure(late, 1)}%`}</b>
      </span>
    </p>
  );
}

const retry: ActionHandler = async ([row], list) => {
  const path = `/prm/ics/approval/instance/retry/${encodeURIComponent(String(row?.id))}`;
  await runQuiet(async () => {
    const done = await put<{ done: boolean; effectError: string }>(path, {}, { quiet: true });
    if (!done.done) toast.failed(translate("approval:records.failedAgain", { reason: done.effectError }));
  }, list.reload);
};

export default definePage({
  list: {
    header: Summary,
    dialogs: InstanceDialogs,
    open: (row) => openApproval(String(row.id)),
    actions: {
      sys_ics_transfer: () => useInstance.setState({ open: { kind: "transfer" } }),
      sys_ics_terminate: ([row]) =>
        row && useInstance.setState({ open: { kind: "terminate", id: String(row.id), no: String(row["instanceNo"]) } }),
      sys_ics_retry: retry,
    },
  },
});
