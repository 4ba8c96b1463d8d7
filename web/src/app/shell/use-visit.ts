import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { recordMenu } from "@/app/shell/access-records";
import { openMenus } from "@/app/shell/menus";
import { usePermission } from "@/platform/permission";

/** Everybody's page; going there says nothing about a menu. */
const HOME = "/dashboard";

/** Notes each page that is gone to and stands in the menu, once. */
export function useVisit(path: string | undefined): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (!path || path === HOME) return;
    const asked = new URLSearchParams(window.location.search).get("name");
    const here = openMenus(usePermission.getState().tree ?? []).filter((menu) => menu.path === path);
    // Menus of pages yet to come share their path; the address tells their name.
    const menu = here.find(({ name }) => name === asked) ?? here[0];
    if (menu) void recordMenu(queries, { id: menu.id, name: menu.name, path });
  }, [path, queries]);
}
