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

/** The last days of permissions that end by themselves, by the id of the node. */
export type StopDates = Record<string, string | null>;

/** A permission whose last day is still to be said. */
export function withStop(dates: StopDates, id: string): StopDates {
  return { ...dates, [id]: null };
}

export function withoutStop(dates: StopDates, id: string): StopDates {
  return Object.fromEntries(Object.entries(dates).filter(([each]) => each !== id));
}

/** What is sent: who loses his tick has no last day. */
export function sentStops(dates: StopDates, ticked: Ticked): Record<string, string> {
  return Object.fromEntries(Object.entries(dates).flatMap(([id, day]) => (ticked.has(id) ? [[id, day ?? ""]] : [])));
}
