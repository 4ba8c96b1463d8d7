/** Menus and buttons of the user, loaded once after log-in. */
import { create } from "zustand";
import { boot } from "@/platform/boot";
import { get } from "@/platform/call/client";
import { useSession } from "@/platform/session";

export interface PermissionNode {
  id: string;
  path?: string;
  name?: string;
  label?: string;
  icon?: string;
  hidden?: boolean;
  alwaysShow?: boolean;
  have?: boolean;
  children?: PermissionNode[];
}

interface PermissionState {
  tree: PermissionNode[] | null;
  /** Paths the user may open. */
  paths: Set<string>;
}

export const usePermission = create<PermissionState>(() => ({ tree: null, paths: new Set() }));

let asked: Promise<void> | null = null;

/**
 * Generates the permitted routes; later calls answer from memory, and those made meanwhile wait for the same answer.
 * The hand-off asks for the buttons after the menus.
 */
export async function ensurePermission(inTurn = false): Promise<void> {
  if (usePermission.getState().tree) return;
  const own = asked ?? readPermission(inTurn);
  asked = own;
  try {
    await own;
  } finally {
    if (asked === own) asked = null;
  }
}

async function readPermission(inTurn: boolean): Promise<void> {
  // An administrator sees the whole tree of the organisation, others what their roles give.
  const admin = useSession.getState().loginType === 2;
  const call = admin ? "/hrs/permission/getAllPermissionAndHave" : "/hrs/permission";
  const { version } = boot();
  const menus = get<PermissionNode[]>(call, version ? { version } : undefined, { quiet: true });
  if (inTurn) await menus;
  const [tree, buttons] = await Promise.all([
    menus,
    get<string[]>("/hrs/permission/getButtonInfo", undefined, { quiet: true }),
  ]);
  useSession.getState().setButtons(buttons);
  usePermission.setState({ tree, paths: new Set(pathsOf(tree)) });
}

export function forgetPermission(): void {
  asked = null;
  usePermission.setState({ tree: null, paths: new Set() });
}

function pathsOf(nodes: PermissionNode[]): string[] {
  return nodes.flatMap((node) => {
    const path = nodePath(node);
    const own = path && node.have !== false ? [path] : [];
    return [...own, ...pathsOf(node.children ?? [])];
  });
}

/** The path of a node with its leading slash; groups have none. */
export function nodePath(node: PermissionNode): string {
  if (!node.path) return "";
  return node.path.startsWith("/") ? node.path : `/${node.path}`;
}

export function nodeTitle(node: PermissionNode): string {
  return node.label || node.name || "";
}

/** One line of the sidebar. */
export interface MenuItem {
  id: string;
  path: string;
  title: string;
  icon?: string;
  children: MenuItem[];
}

/** The sidebar of a tree: hidden nodes skipped, a single visible child put in its parent's place under its own name. */
export function menuOf(nodes: PermissionNode[]): MenuItem[] {
  return nodes.flatMap((node) => {
    if (node.hidden) return [];
    const children = menuOf(node.children ?? []);
    const item: MenuItem = { id: String(node.id), path: nodePath(node), title: nodeTitle(node), children };
    if (node.icon) item.icon = node.icon;
    const only = children[0];
    if (only && children.length === 1 && !node.alwaysShow) {
      return [{ ...item, path: only.path, title: only.title, children: only.children, ...(item.icon ?? only.icon ? { icon: item.icon ?? only.icon } : {}) }];
    }
    // A group of which nothing is left says nothing.
    if (!item.path && children.length === 0) return [];
    return [item];
  });
}

/** All pages of a menu with the names of their groups, for search and quick entries. */
export function flatMenu(items: MenuItem[], trail: string[] = []): (MenuItem & { trail: string[] })[] {
  return items.flatMap((item) =>
    item.children.length > 0 ? flatMenu(item.children, [...trail, item.title]) : [{ ...item, trail }],
  );
}
