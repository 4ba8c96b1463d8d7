/** /hrs_orgUser 企业用户: who has an account in one organisation. */
import { lazyDialogs } from "@/modules/hrs/common/lazy-dialogs";
import { runCall, withConfirmed } from "@/modules/hrs/common/run-call";
import { openOrgUser, useOrgUser } from "@/modules/hrs/org-user/org-user-store";
import { put } from "@/platform/call/client";
import type { Row } from "@/platform/contract";
import { ask } from "@/platform/dialog";
import { translate } from "@/platform/i18n";
import type { ActionHandler, ListContext } from "@/platform/lists/list-overrides";
import { definePage } from "@/platform/page-registry";
import { toast } from "@/platform/toast";
import "../hrs.css";

interface Told {
  mailedTo?: string;
  oneTimePassword?: string;
}

/** The row's own company goes with every call: the filter may have changed since the row was read. */
function move(path: string, row: Row, extra: object, list: ListContext) {
  const body = { orgId: row["orgId"], version: row["version"], ...extra };
  return runCall<Told | null>(list, (confirmed) => put(`/hrs/orgUser/${path}`, withConfirmed(body, confirmed), { quiet: true }));
}

const names = (row: Row) => ({ name: String(row["userName"] ?? ""), org: String(row["orgName"] ?? "") });
const idOf = (row: Row) => encodeURIComponent(String(row.id));

const remove: ActionHandler = async ([row], list) => {
  if (!row || !(await ask({ text: translate("hrs:orgUser.removeAsk", names(row)), danger: true }))) return;
  await move("remove", row, { id: row.id }, list);
};

const unlock: ActionHandler = async ([row], list) => {
  if (!row || !(await ask({ text: translate("hrs:user.unlockAsk", names(row)) }))) return;
  await move(`unlock/${idOf(row)}`, row, {}, list);
};

const offline: ActionHandler = async ([row], list) => {
  if (!row || !(await ask({ text: translate("hrs:orgUser.offlineAsk", names(row)), danger: true }))) return;
  await move(`offline/${idOf(row)}`, row, {}, list);
};

const resetPassword: ActionHandler = async ([row], list) => {
  if (!row || !(await ask({ text: translate("hrs:user.resetAsk", names(row)), danger: true }))) return;
  const result = await move(`resetPassword/${idOf(row)}`, row, {}, list);
  if (result.kind !== "saved") return;
  const { oneTimePassword: password, mailedTo: mail } = result.data ?? {};
  if (password) openOrgUser({ dialog: "password", name: names(row).name, password });
  else if (mail) toast.info(translate("hrs:user.resetMailed", { mail }));
};

export default definePage({
  list: {
    dialogs: lazyDialogs(useOrgUser, async () => (await import("@/modules/hrs/org-user/org-user-dialogs")).OrgUserDialogs),
    actions: {
      sys_orguser_assign: (_, list) => openOrgUser({ dialog: "assign", orgId: list.filters["orgId"] || undefined }),
      sys_orguser_remove: remove,
      sys_orguser_resetpass: resetPassword,
      sys_orguser_unlock: unlock,
      sys_orguser_offline: offline,
    },
  },
});
