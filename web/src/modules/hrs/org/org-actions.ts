/** What the buttons of the companies do. */
import { runCall } from "@/modules/hrs/common/run-call";
import { type Company, type OrgDialog, companyOf, openOrg } from "@/modules/hrs/org/org-store";
import { get, put } from "@/platform/call/client";
import { ask } from "@/platform/dialog";
import type { Values } from "@/platform/forms/form-store";
import { translate } from "@/platform/i18n";
import type { ActionHandler, ListContext } from "@/platform/lists/list-overrides";
import { toast } from "@/platform/toast";

function opens(dialog: Extract<OrgDialog, { org: Company }>["dialog"]): ActionHandler {
  return ([row]) => row && openOrg({ dialog, org: companyOf(row) });
}

/** PUT /hrs/org/{move}/{id}, as most moves are made. */
function move<T>(name: string, org: Company, list: ListContext) {
  return runCall<T>(list, () => put(`/hrs/org/${name}/${encodeURIComponent(org.id)}`, { version: org.version }, { quiet: true }));
}

/** One button with two effects: the row says which. */
const stopOrStart: ActionHandler = async ([row], list) => {
  if (!row) return;
  const org = companyOf(row);
  const stopped = row["status"] === false;
  const text = stopped ? translate("hrs:org.startAsk", { name: org.name }) : translate("hrs:org.stopAsk", { name: org.name });
  if (await ask({ text, danger: !stopped })) await move(stopped ? "start" : "stop", org, list);
};

const resetPassword: ActionHandler = async ([row], list) => {
  if (!row) return;
  const org = companyOf(row);
  if (!(await ask({ text: translate("hrs:org.resetAsk", { name: org.name }), danger: true }))) return;
  const result = await move<{ oneTimePassword?: string; mailedTo?: string } | null>("resetPassword", org, list);
  const { oneTimePassword: password, mailedTo: mail } = (result.kind === "saved" && result.data) || {};
  if (password) openOrg({ dialog: "password", name: adminOf(org.name, row["adminName"]), password });
  else if (mail) toast.info(translate("hrs:user.resetMailed", { mail }));
};

/** Whom a password is for. */
function adminOf(company: string, admin: unknown): string {
  return admin ? `${company} ${String(admin)}` : company;
}

/** A new company begins as the platform decided; without an answer, as declared. */
const begin: ActionHandler = async (_, list) => {
  const preset = await get<Values>("/hrs/org/defaults", undefined, { quiet: true }).catch(() => ({}));
  list.openForm(null, { preset });
};

export const ORG_ACTIONS: Record<string, ActionHandler> = {
  sys_org_add: begin,
  sys_org_permission: opens("permission"),
  sys_org_audit: opens("audit"),
  sys_org_intended: opens("intended"),
  sys_org_suborg: opens("sub"),
  sys_org_meal: opens("package"),
  sys_org_stop: stopOrStart,
  sys_org_resetpass: resetPassword,
};

/** What the answer to saving a company tells beside the values. */
export function orgSaved({ oneTimePassword, mailedTo, joined, orgName, adminName }: Values): void {
  if (typeof oneTimePassword === "string" && oneTimePassword) {
    openOrg({ dialog: "password", name: adminOf(String(orgName ?? ""), adminName), password: oneTimePassword });
  } else if (typeof mailedTo === "string") {
    toast.info(translate("hrs:user.invited", { mail: mailedTo }));
  } else if (joined === true) toast.info(translate("hrs:org.joined"));
}
