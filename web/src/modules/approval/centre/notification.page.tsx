/** /notification 消息中心: everything a user must decide or know. */
import { useQueryClient } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { Button, Segmented, Tabs } from "antd";
import { Suspense, lazy, useEffect, useMemo, useState } from "react";
import { SOURCE } from "@/modules/approval/centre/approval";
import { type BatchRow, batchResult } from "@/modules/approval/centre/batch-result";
import type { BatchAct } from "@/modules/approval/centre/list-block";
import { APPROVAL_TABS, type Tab, centreList } from "@/modules/approval/centre/lists";
import { openApproval } from "@/modules/approval/open";
import { post, put, remove } from "@/platform/call/client";
import type { Row } from "@/platform/contract";
import { refreshCounts, shownCount, useCounts } from "@/platform/counts";
import { ask } from "@/platform/dialog";
import { language, useText } from "@/platform/i18n";
import type { CellRenderer } from "@/platform/lists/list-overrides";
import { goTo } from "@/platform/navigate";
import { PageLoading } from "@/platform/page-loading";
import { definePage } from "@/platform/page-registry";
import { usePushed } from "@/platform/push/push";
import { toast } from "@/platform/toast";
import { runQuiet } from "@/modules/approval/asked-dialog";
import "../approval.css";

const BATCH_MAX = 50;
// The lists, and what opens on top of them, come with their own scripts.
const ListBlock = lazy(() => import("@/modules/approval/centre/list-block").then((file) => ({ default: file.ListBlock })));
const ApprovalDrawer = lazy(() => import("@/modules/approval/centre/approval-drawer").then((file) => ({ default: file.ApprovalDrawer })));
const DelegateDialog = lazy(() => import("@/modules/approval/centre/delegate-dialog").then((file) => ({ default: file.DelegateDialog })));
const PreferencesDialog = lazy(() => import("@/modules/approval/message/preferences-dialog").then((file) => ({ default: file.PreferencesDialog })));
const NoticeDialog = lazy(() => import("@/modules/approval/message/notice-dialog").then((file) => ({ default: file.NoticeDialog })));

function NotificationPage() {
  const t = useText();
  const search = useSearch({ strict: false }) as { id?: string; tab?: string; approval?: string; notice?: string };
  const counts = useCounts();
  const messages = search.id === "1";
  const part = APPROVAL_TABS.find((each) => each === search.tab) ?? "todo";
  const tab: Tab = messages ? "message" : part;
  const queries = useQueryClient();
  const changed = () => {
    void queries.invalidateQueries({ queryKey: ["list"] });
    void refreshCounts();
  };
  // A message leads to its approval.
  useEffect(() => {
    if (!search.approval) return;
    openApproval(search.approval);
    const { approval: _, ...rest } = search;
    goTo(`/notification?${new URLSearchParams(rest as Record<string, string>).toString()}`, { replace: true });
  }, [search]);
  useEffect(() => void refreshCounts(), [tab]);
  usePushed("counts", () => queries.invalidateQueries({ queryKey: ["list"] }));
  const title = (text: string, count: number) => (
    <span>
      {text}
      {count > 0 && <span className="count">{shownCount(count)}</span>}
    </span>
  );
  return (
    <main className="list-page approval-centre">
      <header className="list-head">
        <h1>{t("approval:centre.title")}</h1>
      </header>
      <Tabs
        activeKey={messages ? "1" : "0"}
        onChange={(id) => goTo(`/notification?id=${id}`)}
        items={[
          { key: "0", label: title(t("approval:centre.approvals"), counts.approvals) },
          { key: "1", label: title(t("approval:centre.messages"), counts.messages) },
        ]}
      />
      <Suspense fallback={<PageLoading rows={6} />}>
        {messages ? <Messages changed={changed} /> : <Approvals tab={part} changed={changed} />}
      </Suspense>
      <Suspense fallback={null}>
        <ApprovalDrawer changed={changed} />
        {search.notice && <NoticeDialog id={search.notice} close={() => goTo("/notification?id=1", { replace: true })} />}
      </Suspense>
    </main>
  );
}

const EVENT_CELL: CellRenderer = (value, row) => String((language() === "en-US" ? row["eventNameEn"] : value) ?? "");
/** `AE 空运出口` */
const scopeCell =
  (t: (key: string) => string): CellRenderer =>
  (value) =>
    value ? `${String(value)} ${t(`platform:scope.${String(value)}`)}` : "";

function Approvals({ tab, changed }: { tab: (typeof APPROVAL_TABS)[number]; changed(): void }) {
  const t = useText();
  const [delegating, setDelegating] = useState(false);
  const page = useMemo(() => centreList(tab), [tab]);
  const cells: Record<string, CellRenderer> = {
    eventName: EVENT_CELL,
    businessScope: scopeCell(t),
    waitHours: (value, row) => <span className={row["late"] === true ? "tabular approval-late" : "tabular"}>{String(value ?? "")}</span>,
    applicantName: (value, row) =>
      row["source"] === SOURCE.delegated ? t("approval:centre.for", { name: String(value ?? ""), from: String(row["fromName"] ?? "") }) : String(value ?? ""),
    levelName: (value, row) => (row["returned"] === true ? t("approval:drawer.returned") : String(value ?? "")),
  };
  const agree: BatchAct = {
    label: t("approval:centre.batchAgree"),
    run: async (rows) => {
      if (!(await ask({ text: t("approval:centre.batchAsk", { n: rows.length }) }))) return;
      await agreeTo(rows, t);
      changed();
    },
  };
  return (
    <div className="approval-block">
      <div className="approval-parts">
        <Segmented
          value={tab}
          options={APPROVAL_TABS.map((value) => ({ value, label: t(`approval:tab.${value}`) }))}
          onChange={(value) => goTo(`/notification?id=0&tab=${value}`)}
        />
        <span className="top-space" />
        <Button onClick={() => setDelegating(true)}>{t("approval:delegate.title")}</Button>
      </div>
      <ListBlock
        key={tab}
        page={page}
        cells={cells}
        batch={tab === "todo" ? [agree] : []}
        batchMax={BATCH_MAX}
        open={(row) => openApproval(String(row["instanceId"]))}
      />
      {delegating && (
        <Suspense fallback={null}>
          <DelegateDialog close={() => setDelegating(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** Agrees to all of them and tells what became of each. */
async function agreeTo(rows: Row[], t: (key: string, values?: Record<string, unknown>) => string): Promise<void> {
  const taskIds = rows.map((row) => String(row["taskId"]));
  const number = (id: string) => String(rows.find((row) => String(row["taskId"]) === id)?.["instanceNo"] ?? id);
  const answers = await post<BatchRow[]>("/prm/ics/approval/batchAgree", { taskIds }).catch(() => null);
  if (!answers) return;
  const { done, failed } = batchResult(answers, number);
  if (failed.length === 0) toast.done(t("approval:centre.batchDone", { n: done }));
  else toast.warn(`${t("approval:centre.batchDone", { n: done })} ${failed.join("；")}`);
}

function Messages({ changed }: { changed(): void }) {
  const t = useText();
  const [choosing, setChoosing] = useState(false);
  const page = useMemo(() => centreList("message"), []);
  const cells: Record<string, CellRenderer> = {
    title: (value, row) => <span className={row["readAt"] ? "" : "approval-unread"}>{String(value ?? "")}</span>,
    readAt: (value) => t(value ? "approval:centre.read" : "approval:centre.unread"),
  };
  const open = async (row: Row) => {
    if (!row["readAt"]) {
      await put("/prm/message/read", { ids: [String(row["id"])] }, { quiet: true }).catch(() => null);
      changed();
    }
    if (row["url"]) goTo(String(row["url"]));
  };
  const readAll = () => runQuiet(() => put("/prm/message/read", { all: true }, { quiet: true }), changed);
  const drop: BatchAct = {
    label: t("platform:action.remove"),
    danger: true,
    run: async (rows) => {
      if (!(await ask({ text: t("approval:centre.removeAsk", { n: rows.length }), danger: true }))) return;
      await runQuiet(() => remove("/prm/message", { ids: rows.map((row) => String(row["id"])).join(",") }, { quiet: true }), changed);
    },
  };
  return (
    <div className="approval-block">
      <div className="approval-parts">
        <span className="top-space" />
        <Button onClick={() => setChoosing(true)}>{t("approval:mine.title")}</Button>
        <Button onClick={() => void readAll()}>{t("approval:centre.readAll")}</Button>
      </div>
      <ListBlock page={page} cells={cells} batch={[drop]} open={(row) => void open(row)} />
      {choosing && (
        <Suspense fallback={null}>
          <PreferencesDialog close={() => setChoosing(false)} />
        </Suspense>
      )}
    </div>
  );
}

export default definePage({ page: NotificationPage });
