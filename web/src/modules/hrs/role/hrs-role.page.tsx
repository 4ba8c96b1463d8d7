/** /hrs_role 角色管理: what roles may do and see, and who holds them. */
import { lazyDialogs } from "@/modules/hrs/common/lazy-dialogs";
import { type RoleDrawer, openRole, useRole } from "@/modules/hrs/role/role-store";
import type { ActionHandler } from "@/platform/lists/list-overrides";
import { definePage } from "@/platform/page-registry";
import "../hrs.css";

function drawer(kind: RoleDrawer): ActionHandler {
  return ([row]) => openRole(kind, row);
}

export default definePage({
  list: {
    dialogs: lazyDialogs(useRole, async () => (await import("@/modules/hrs/role/role-drawers")).RoleDrawers),
    actions: {
      sys_role_permission: drawer("permission"),
      sys_role_scope: drawer("scope"),
      sys_role_user: drawer("user"),
    },
  },
});
