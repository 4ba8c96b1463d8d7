/** /hrs_user 用户管理: the people of the company, their departments and what they may do. */
import { lazyDialogs } from "@/modules/hrs/common/lazy-dialogs";
import { DeptAside } from "@/modules/hrs/user/dept-aside";
import { USER_ACTIONS, isLocked, userSaved } from "@/modules/hrs/user/user-actions";
import { UserCount } from "@/modules/hrs/user/user-count";
import { useUser } from "@/modules/hrs/user/user-store";
import { businessTime } from "@/platform/business-time";
import { FieldValue } from "@/platform/fields/field-value";
import { useText } from "@/platform/i18n";
import type { CellRenderer } from "@/platform/lists/list-overrides";
import { definePage } from "@/platform/page-registry";
import { useSession } from "@/platform/session";
import { ToneTag } from "@/platform/tone-tag";
import "../hrs.css";

/** Part-time departments of a new user are for those who may give them afterwards, too. */
function mayGiveDepts(): boolean {
  return useSession.getState().buttons?.includes("sys_user_parttime_save") ?? false;
}

/** Failed log-ins lock for a while; that passes without anybody writing the row. */
const state: CellRenderer = (value, row, column) => {
  if (isLocked(row, businessTime(new Date()))) return <Locked until={String(row["lockedUntil"])} />;
  return <FieldValue field={column} value={value} row={row} />;
};

function Locked({ until }: { until: string }) {
  const t = useText();
  return (
    <span title={t("hrs:user.lockedUntil", { time: until })}>
      <ToneTag tone="danger">{t("hrs:user.locked")}</ToneTag>
    </span>
  );
}

export default definePage({
  list: {
    header: UserCount,
    aside: DeptAside,
    dialogs: lazyDialogs(useUser, async () => (await import("@/modules/hrs/user/user-dialogs")).UserDialogs),
    cells: { state },
    actions: USER_ACTIONS,
  },
  form: { saved: userSaved, without: () => (mayGiveDepts() ? [] : ["partTimeDepts"]) },
});
