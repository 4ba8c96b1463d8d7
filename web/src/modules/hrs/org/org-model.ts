import type { PermissionNode, Ticked } from "@/modules/hrs/common/permission-tree";

export interface Difference {
  more: number;
  less: number;
}

/** How what is ticked differs from a set, among the nodes that can be seen. */
export function differenceOf(nodes: PermissionNode[], ticked: Ticked, wanted: Ticked): Difference {
  const more = nodes.filter(({ id }) => ticked.has(id) && !wanted.has(id)).length;
  const less = nodes.filter(({ id }) => !ticked.has(id) && wanted.has(id)).length;
  return { more, less };
}
