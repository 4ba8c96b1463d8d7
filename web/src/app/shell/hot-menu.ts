/** 常用菜单设置: which menus can be chosen, and what is sent of those that were. */
import type { AccessRecord } from "@/app/shell/access-records";
import { opensPage } from "@/app/shell/menus";
import { type PermissionNode, nodeTitle } from "@/platform/permission";

/** Most common menus a user may have. */
export const HOT_MENU_MAX = 10;

/** A menu to choose, or, with children, a group of them. */
export interface MenuChoice {
  id: string;
  name: string;
  children: MenuChoice[];
}

/** A chosen menu. */
export interface ChosenMenu {
  id: string;
  name: string;
}

/** One line of the call that saves. */
export interface SavedMenu {
  permissionId: string;
  permissionName: string;
  recordId: string | null;
  status: 0 | 1;
  sort: number;
}

/** The menus the user holds, in their groups; groups of which nothing is left are gone. */
export function choicesOf(nodes: PermissionNode[]): MenuChoice[] {
  return nodes.flatMap((node) => {
    if (node.hidden) return [];
    const children = choicesOf(node.children ?? []);
    if (children.length === 0 && !opensPage(node)) return [];
    return [{ id: String(node.id), name: nodeTitle(node), children }];
  });
}

/** What was chosen so far, in its order, each menu once. */
export function chosenOf(records: AccessRecord[]): ChosenMenu[] {
  const chosen = records.filter((each) => each.status === 1).toSorted((one, other) => one.sort - other.sort);
  return distinct(chosen.map((each) => ({ id: each.permissionId, name: each.permissionName })));
}

/** The lines to save: the chosen ones by place, then those that are chosen no more. */
export function savedOf(chosen: ChosenMenu[], records: AccessRecord[]): SavedMenu[] {
  const menus = distinct(chosen);
  const recordId = (id: string) => records.find((each) => each.permissionId === id)?.recordId ?? null;
  const lines: SavedMenu[] = menus.map(({ id, name }, sort) => ({
    permissionId: id, permissionName: name, recordId: recordId(id), status: 1, sort,
  }));
  const gone = chosenOf(records).filter(({ id }) => !menus.some((each) => each.id === id));
  return [
    ...lines,
    ...gone.map(({ id, name }): SavedMenu => ({
      permissionId: id, permissionName: name, recordId: recordId(id), status: 0, sort: -1,
    })),
  ];
}

/** The list with one menu a step further up or down. */
export function moved(chosen: ChosenMenu[], id: string, step: 1 | -1): ChosenMenu[] {
  const from = chosen.findIndex((each) => each.id === id);
  const menu = chosen[from];
  if (!menu) return chosen;
  return chosen.toSpliced(from, 1).toSpliced(from + step, 0, menu);
}

function distinct(menus: ChosenMenu[]): ChosenMenu[] {
  return menus.filter((menu, at) => menus.findIndex((each) => each.id === menu.id) === at);
}
