/** Dialogs over one company: rights, audit, intention, companies below, service packages, and a password shown once. */
import { AuditDialog } from "@/modules/hrs/org/audit-dialog";
import { IntendedDialog } from "@/modules/hrs/org/intended-dialog";
import { OrgPermission } from "@/modules/hrs/org/org-permission";
import { type OrgDialog, closeOrg } from "@/modules/hrs/org/org-store";
import { PackageDrawer } from "@/modules/hrs/org/package-drawer";
import { SubDrawer } from "@/modules/hrs/org/sub-drawer";
import { PasswordDialog } from "@/modules/hrs/user/password-dialog";
import type { ListContext } from "@/platform/lists/list-overrides";

export function OrgDialogs({ open, list }: { open: OrgDialog; list: ListContext }) {
  switch (open.dialog) {
    case "permission":
      return <OrgPermission org={open.org} list={list} />;
    case "audit":
      return <AuditDialog org={open.org} list={list} />;
    case "intended":
      return <IntendedDialog org={open.org} list={list} />;
    case "sub":
      return <SubDrawer org={open.org} list={list} />;
    case "package":
      return <PackageDrawer org={open.org} list={list} />;
    case "password":
      return <PasswordDialog name={open.name} password={open.password} close={closeOrg} />;
  }
}
