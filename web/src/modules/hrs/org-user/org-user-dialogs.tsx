/** 分配用户: a login that exists gets an account in the chosen company. And the one-time password of a reset. */
import { FieldsDialog } from "@/modules/hrs/common/fields-dialog";
import { type OrgUserDialog, closeOrgUser } from "@/modules/hrs/org-user/org-user-store";
import { PasswordDialog } from "@/modules/hrs/user/password-dialog";
import { post } from "@/platform/call/client";
import type { Field } from "@/platform/contract";
import { useChoice } from "@/platform/fields/sources";
import { labelPair, useText } from "@/platform/i18n";
import type { ListContext } from "@/platform/lists/list-overrides";

export function OrgUserDialogs({ open, list }: { open: OrgUserDialog; list: ListContext }) {
  if (open.dialog === "assign") return <AssignDialog orgId={open.orgId} list={list} />;
  return <PasswordDialog name={open.name} password={open.password} close={closeOrgUser} />;
}

const POSITION_MAX = 20;
const ACCOUNT_MAX = 80;
const AREA_MAX = 5;

function AssignDialog({ orgId, list }: { orgId: string | undefined; list: ListContext }) {
  const t = useText();
  const { data: org } = useChoice("orgUserOrg", orgId, orgId !== undefined);
  // Departments and roles are those of the chosen company.
  const of = (select: string) => (orgId === undefined ? select : `${select}?role=${orgId}`);
  const fields: Field[] = [
    { name: "account", kind: "text", required: true, maxLength: ACCOUNT_MAX, label: labelPair("hrs:orgUser.account") },
    { name: "phoneArea", kind: "text", maxLength: AREA_MAX, label: labelPair("hrs:orgUser.phoneArea") },
    { name: "deptId", kind: "reference", reference: of("orgUserDept"), required: true, label: labelPair("hrs:orgUser.dept") },
    { name: "jobPosition", kind: "text", required: true, maxLength: POSITION_MAX, label: labelPair("hrs:orgUser.position") },
    { name: "roleIds", kind: "multi", reference: of("orgUserRole"), required: true, label: labelPair("hrs:orgUser.roles") },
  ];
  return (
    <FieldsDialog
      title={t("hrs:orgUser.assignTo", { org: org?.label ?? t("hrs:orgUser.ownOrg") })}
      note={t("hrs:orgUser.assignNote")}
      fields={fields}
      initial={{ phoneArea: "86" }}
      list={list}
      send={(body) => post("/hrs/orgUser/assign", orgId === undefined ? body : { orgId, ...body }, { quiet: true })}
      close={closeOrgUser}
    />
  );
}
