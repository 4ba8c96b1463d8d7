/** One approval: what is asked for, its levels with every decision, and what the user may do now. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Button, Drawer } from "antd";
import { useState } from "react";
import { runQuiet } from "@/modules/approval/asked-dialog";
import { type Approval, type ApprovalLevel, SOURCE, move, toneOf, who } from "@/modules/approval/centre/approval";
import { DecisionDialog, type DecisionKind } from "@/modules/approval/centre/decision-dialog";
import { closeApproval, useApproval } from "@/modules/approval/open";
import { get } from "@/platform/call/client";
import { refreshCounts } from "@/platform/counts";
import { ask } from "@/platform/dialog";
import { useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { PageLink } from "@/platform/page-link";
import { PageLoading } from "@/platform/page-loading";
import { ToneTag } from "@/platform/tone-tag";
import "../approval.css";

/** `changed` is called after every move. */
export function ApprovalDrawer({ changed }: { changed(): void }) {
  const open = useApproval((state) => state.open);
  return open && <OpenDrawer key={open.instanceId} id={open.instanceId} changed={changed} />;
}

function OpenDrawer({ id, changed }: { id: string; changed(): void }) {
  const t = useText();
  const queries = useQueryClient();
  const [open, setOpen] = useState(true);
  const [deciding, setDeciding] = useState<DecisionKind | null>(null);
  const key = ["approval", id];
  const { data, error, refetch } = useQuery({
    queryKey: key,
    gcTime: 0,
    queryFn: ({ signal }) => get<Approval>(`/prm/ics/approval/${encodeURIComponent(id)}`, undefined, { quiet: true, signal }),
  });
  const done = () => {
    void queries.invalidateQueries({ queryKey: key });
    void refreshCounts();
    changed();
  };
  return (
    <Drawer
      open={open}
      size={640}
      title={data ? `${data.eventName} ${data.instanceNo}` : t("approval:drawer.title")}
      onClose={() => setOpen(false)}
      afterOpenChange={(next) => !next && closeApproval()}
      footer={data && <Moves approval={data} decide={setDeciding} done={done} />}
    >
      {error && <LoadFailed message={error.message} retry={() => void refetch()} />}
      {!error && !data && <PageLoading rows={8} />}
      {data && <Body approval={data} done={done} />}
      {data && deciding && <DecisionDialog kind={deciding} approval={data} done={done} close={() => setDeciding(null)} />}
    </Drawer>
  );
}

function Body({ approval, done }: { approval: Approval; done(): void }) {
  const t = useText();
  const scope = approval.businessScope && t(`platform:scope.${approval.businessScope}`);
  const facts: [string, string][] = [
    [t("approval:drawer.content"), approval.content],
    [t("approval:drawer.customer"), [approval.coopCode, approval.coopName].filter(Boolean).join(" ")],
    [t("approval:drawer.scope"), [approval.businessScope, scope].filter(Boolean).join(" ")],
    [t("approval:drawer.internal"), approval.internalNumber],
    [t("approval:reason"), approval.reason],
    [t("approval:drawer.applicant"), `${approval.applicantName} ${approval.applyTime}`],
    ...approval.facts.map(({ label, value }): [string, string] => [label, value]),
    [t("approval:drawer.effect"), [approval.effectStatus, approval.effectError].filter(Boolean).join("：")],
  ];
  return (
    <>
      <dl className="approval-facts">
        <dt>{t("approval:drawer.state")}</dt>
        <dd>
          {approval.status}
          {approval.returned && ` · ${t("approval:drawer.returned")}`}
        </dd>
        <dt>{t("approval:drawer.number")}</dt>
        <dd>{approval.url ? <PageLink href={approval.url}>{approval.orderCode}</PageLink> : approval.orderCode}</dd>
        {facts.filter(([, value]) => value).map(([label, value]) => <Fact key={label} label={label} value={value} />)}
      </dl>
      {approval.levels.map((level) => (
        <Level key={level.level} level={level} removable={approval.can.removeSigns} done={done} />
      ))}
    </>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </>
  );
}

function Level({ level, removable, done }: { level: ApprovalLevel; removable: string[]; done(): void }) {
  const t = useText();
  return (
    <section className="approval-level" aria-label={level.name}>
      <header>
        {level.name}
        {level.skipped ? <ToneTag>{t(`approval:skipped.${level.skipped}`)}</ToneTag> : <span className="soft">{t(`approval:mode.${level.mode}`)}</span>}
      </header>
      <ul>
        {level.tasks.map((task) => (
          <li key={task.taskId} className={task.history ? "is-history" : ""}>
            <span>{who(task, (name, from) => t("approval:drawer.inPlace", { name, from }))}</span>
            {task.source === SOURCE.added && <span className="soft">{t("approval:drawer.addedBy", { name: task.fromName })}</span>}
            {task.source === SOURCE.handed && <span className="soft">{t("approval:drawer.handedBy", { name: task.fromName })}</span>}
            <ToneTag tone={toneOf(task.status)}>{task.status}</ToneTag>
            {task.decideTime && <span className="soft tabular">{task.decideTime}</span>}
            {!task.decideTime && task.dueTime && <span className="soft tabular">{t("approval:drawer.due", { time: task.dueTime })}</span>}
            {task.comment && <span>{task.comment}</span>}
            {removable.includes(task.taskId) && (
              <Button size="small" type="text" danger onClick={() => void runQuiet(() => move("removeSign", { taskId: task.taskId }), done)}>
                {t("approval:move.removeSign")}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {level.cc.length > 0 && <p className="soft">{t("approval:drawer.cc", { names: level.cc.join("、") })}</p>}
    </section>
  );
}

interface MovesProps {
  approval: Approval;
  decide(kind: DecisionKind): void;
  done(): void;
}

function Moves({ approval, decide, done }: MovesProps) {
  const t = useText();
  const { can } = approval;
  const own = { instanceId: approval.instanceId };
  const withdraw = async () => {
    if (await ask({ text: t("approval:move.withdrawAsk"), danger: true })) await runQuiet(() => move("withdraw", own), done);
  };
  return (
    <div className="approval-moves">
      {can.taskId && (
        <>
          <Button type="primary" onClick={() => decide("agree")}>
            {t("approval:move.agree")}
          </Button>
          <Button danger onClick={() => decide("refuse")}>
            {t("approval:move.refuse")}
          </Button>
          <Button onClick={() => decide("back")}>{t("approval:move.back")}</Button>
          <Button onClick={() => decide("transfer")}>{t("approval:move.transfer")}</Button>
          {can.addSign && <Button onClick={() => decide("addSign")}>{t("approval:move.addSign")}</Button>}
        </>
      )}
      {can.resubmit && (
        <Button type="primary" onClick={() => decide("resubmit")}>
          {t("approval:move.resubmit")}
        </Button>
      )}
      {can.urge && <Button onClick={() => void runQuiet(() => move("urge", own), done)}>{t("approval:move.urge")}</Button>}
      {can.withdraw && <Button onClick={() => void withdraw()}>{t("approval:move.withdraw")}</Button>}
    </div>
  );
}
