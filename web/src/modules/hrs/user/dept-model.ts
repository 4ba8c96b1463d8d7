/** The departments as a tree beside the users. */

export interface Dept {
  id: string;
  parentId: string | null;
  deptCode: string;
  deptName: string;
  fullName: string;
  active: boolean;
  /** Users in it. */
  actual: number | null;
}

export interface DeptNode {
  dept: Dept;
  children: DeptNode[];
}

/** Departments below each other; one whose parent is not told stands at the top. */
export function deptTree(depts: Dept[]): DeptNode[] {
  const nodes = new Map(depts.map((dept) => [dept.id, { dept, children: [] as DeptNode[] }]));
  const roots: DeptNode[] = [];
  for (const node of nodes.values()) {
    const above = node.dept.parentId ? nodes.get(node.dept.parentId) : undefined;
    (above?.children ?? roots).push(node);
  }
  return roots;
}

/** The departments whose names or codes hold the words, with the way to them. */
export function findDepts(nodes: DeptNode[], words: string): DeptNode[] {
  const wanted = words.trim().toLowerCase();
  if (!wanted) return nodes;
  return nodes.flatMap((node) => {
    const { deptName, deptCode } = node.dept;
    if (deptName.toLowerCase().includes(wanted) || deptCode.toLowerCase() === wanted) return [node];
    const children = findDepts(node.children, wanted);
    return children.length > 0 ? [{ ...node, children }] : [];
  });
}

/** The address of the list with its first page of a department; none shows all. */
export function deptAddress(pathname: string, search: string, deptId: string | null): string {
  const query = new URLSearchParams(search);
  for (const name of ["deptId", "current", "cursor"]) query.delete(name);
  if (deptId) query.set("deptId", deptId);
  const text = query.toString();
  return text ? `${pathname}?${text}` : pathname;
}
