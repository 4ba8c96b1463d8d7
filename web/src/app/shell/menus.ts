/** The menus a user may go to, and the way to them. */
import { plainLoadPath } from "@/app/guard";
import { goTo, page } from "@/platform/navigate";
import { type PermissionNode, nodePath, nodeTitle } from "@/platform/permission";

/** The menu of a page the user does not hold. */
const CLOSED = "/unPermission";
/** The menu of a page that is yet to come. */
const UNBUILT = "/unDevelop";

/** Whether a node leads to a page its user may open. */
export function opensPage(node: PermissionNode): boolean {
  const path = nodePath(node);
  return path !== "" && !path.startsWith(CLOSED) && node.have !== false;
}

/** A page of the tree with the names of its groups. */
export interface OpenMenu {
  id: string;
  name: string;
  path: string;
  trail: string[];
}

/** All menus that open a page; what is hidden is no menu. */
export function openMenus(nodes: PermissionNode[], trail: string[] = []): OpenMenu[] {
  return nodes.flatMap((node) => {
    if (node.hidden) return [];
    const name = nodeTitle(node);
    const own = opensPage(node) ? [{ id: String(node.id), name, path: nodePath(node), trail }] : [];
    return [...own, ...openMenus(node.children ?? [], [...trail, name])];
  });
}

type Target = Pick<OpenMenu, "name" | "path">;

/** Menus that open no page of their own are loaded plainly and told their name. */
const loadsPlainly = ({ path }: Target): boolean => path.includes(UNBUILT) || path.includes(CLOSED);

/** The address of a menu. */
export function menuHref(menu: Target): string {
  return loadsPlainly(menu) ? plainLoadPath(menu.path, menu.name) : menu.path;
}

/** Goes to a menu as its address asks for. */
export function goToMenu(menu: Target): void {
  if (loadsPlainly(menu)) page.open(menuHref(menu));
  else goTo(menu.path);
}
