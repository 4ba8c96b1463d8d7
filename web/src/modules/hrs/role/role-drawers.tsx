import { PermissionDrawer } from "@/modules/hrs/common/permission-drawer";
import { type OpenRole, closeRole } from "@/modules/hrs/role/role-store";
import { ScopeDrawer } from "@/modules/hrs/role/scope-drawer";
import { UserDrawer } from "@/modules/hrs/role/user-drawer";
import { useText } from "@/platform/i18n";
import type { ListContext } from "@/platform/lists/list-overrides";

export function RoleDrawers({ open: role, list }: { open: OpenRole; list: ListContext }) {
  const t = useText();
  switch (role.drawer) {
    case "permission":
      return (
        <PermissionDrawer
          title={t("hrs:role.permissionOf", { name: role.name })}
          path={`/hrs/rolePermission/${encodeURIComponent(role.id)}`}
          treePath="/hrs/permissionNode/roleTree"
          list={list}
          close={closeRole}
        />
      );
    case "scope":
      return <ScopeDrawer role={role} list={list} />;
    case "user":
      return <UserDrawer role={role} list={list} />;
  }
}
