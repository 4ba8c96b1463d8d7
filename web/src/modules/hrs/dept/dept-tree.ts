/** The departments of the company as a tree, for choosing one and for what may be chosen. */
import { useQuery } from "@tanstack/react-query";
import { get } from "@/platform/call/client";

export interface Dept {
  id: string;
  parentId: string | null;
  deptCode: string;
  deptName: string;
  shortName: string;
  fullName: string;
  active: boolean;
  actual: number | null;
}

/** All departments, each level in its order. */
export async function readDepts(): Promise<Dept[]> {
  const depts = await get<Dept[]>("/hrs/dept/tree", undefined, { quiet: true });
  return depts.toSorted((one, other) => (one.deptCode < other.deptCode ? -1 : 1));
}

/** Read anew for each dialog: what may be chosen follows from the tree of the moment. */
export function useDepts() {
  return useQuery({ queryKey: ["list", "hrs.dept.list", "tree"], staleTime: 0, gcTime: 0, queryFn: readDepts });
}

/** A department and all below it. */
export function branchOf(depts: Dept[], id: string): Set<string> {
  const own = depts.find((each) => each.id === id);
  // The code of a department begins with those above it.
  return new Set(depts.filter((each) => own && each.deptCode.startsWith(own.deptCode)).map((each) => each.id));
}

export function childrenOf(depts: Dept[], parentId: string | null): Dept[] {
  return depts.filter((each) => each.parentId === parentId);
}

/** Departments one can be moved below: not itself, nothing below it, not where it is, and none that is stopped. */
export function moveTargets(depts: Dept[], id: string): Set<string> {
  const own = depts.find((each) => each.id === id);
  const branch = branchOf(depts, id);
  // An active department below a stopped one is what starting it would refuse.
  const fits = (each: Dept) => !branch.has(each.id) && each.id !== own?.parentId && (each.active || own?.active === false);
  return new Set(depts.filter(fits).map((each) => each.id));
}

/** Departments that can go up in another one: those with nothing below, and not the top. */
export function mergeSources(depts: Dept[], id: string): Set<string> {
  const above = new Set(depts.map((each) => each.parentId));
  return new Set(depts.filter((each) => each.id !== id && each.parentId !== null && !above.has(each.id)).map((each) => each.id));
}
