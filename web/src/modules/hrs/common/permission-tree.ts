/**
 * The tree of permissions without anything drawn: groups hold pages, pages hold buttons. A set of ticked nodes is always
 * closed upwards, because a page nobody reaches opens nothing.
 */

export const GROUP = 0;
export const PAGE = 1;
export const BUTTON = 2;

export interface PermissionNode {
  id: string;
  parentId: string | null;
  code: string;
  name: string;
  kind: number;
}

export interface PermissionTree<N extends PermissionNode = PermissionNode> {
  nodes: N[];
  byId: Map<string, N>;
  /** In the order of the server. */
  children: Map<string, N[]>;
  roots: N[];
}

export type Ticked = ReadonlySet<string>;

/** A node whose parent is not told, or not open to the company, stands at the top. */
export function treeOf<N extends PermissionNode>(nodes: N[]): PermissionTree<N> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const children = new Map<string, N[]>();
  const roots: N[] = [];
  for (const node of nodes) {
    const above = node.parentId && byId.has(node.parentId) ? node.parentId : null;
    const siblings = above ? (children.get(above) ?? []) : roots;
    siblings.push(node);
    if (above) children.set(above, siblings);
  }
  return { nodes, byId, children, roots };
}

export function ancestorsOf(tree: PermissionTree, id: string): string[] {
  const above = tree.byId.get(id)?.parentId;
  return above && tree.byId.has(above) ? [above, ...ancestorsOf(tree, above)] : [];
}

/** All nodes below, without the node itself, from the top down. */
export function descendantsOf<N extends PermissionNode>(tree: PermissionTree<N>, id: string): N[] {
  return (tree.children.get(id) ?? []).flatMap((child) => [child, ...descendantsOf(tree, child.id)]);
}

/** Ticks nodes and all that stand above them. */
export function tick(tree: PermissionTree, ticked: Ticked, ids: Iterable<string>): Set<string> {
  const next = new Set(ticked);
  for (const id of ids) for (const each of [id, ...ancestorsOf(tree, id)]) next.add(each);
  return next;
}

/** Takes the ticks from nodes and all that stand below them. */
export function untick(tree: PermissionTree, ticked: Ticked, ids: Iterable<string>): Set<string> {
  const next = new Set(ticked);
  for (const id of ids) for (const each of [id, ...descendantsOf(tree, id).map((node) => node.id)]) next.delete(each);
  return next;
}

export function toggle(tree: PermissionTree, ticked: Ticked, id: string): Set<string> {
  return ticked.has(id) ? untick(tree, ticked, [id]) : tick(tree, ticked, [id]);
}

export interface Found {
  /** What was looked for, and everything below it. */
  hits: Set<string>;
  /** The hits, and the way to them. */
  shown: Set<string>;
}

/** Nodes whose name or code holds the words; null when nothing is looked for. */
export function search(tree: PermissionTree, words: string): Found | null {
  const wanted = words.trim().toLowerCase();
  if (!wanted) return null;
  const hits = new Set<string>();
  const shown = new Set<string>();
  for (const node of tree.nodes) {
    if (!node.name.toLowerCase().includes(wanted) && !node.code.toLowerCase().includes(wanted)) continue;
    for (const each of [node, ...descendantsOf(tree, node.id)]) hits.add(each.id);
    for (const id of ancestorsOf(tree, node.id)) shown.add(id);
  }
  for (const id of hits) shown.add(id);
  return { hits, shown };
}

/** The nodes of a module that 全选 and 全不选 mean: all of it, or what was found in it. */
export function wholeOf(tree: PermissionTree, root: PermissionNode, found: Found | null): string[] {
  const all = [root, ...descendantsOf(tree, root.id)].map((node) => node.id);
  return found ? all.filter((id) => found.hits.has(id)) : all;
}

export function count(ids: string[], ticked: Ticked): { ticked: number; total: number } {
  return { ticked: ids.filter((id) => ticked.has(id)).length, total: ids.length };
}

export interface OutlineRow<N extends PermissionNode> {
  node: N;
  depth: number;
  hasChildren: boolean;
}

/** The rows to draw, from the top down: `open` says below which nodes one looks, `shown` which nodes there are. */
export function outline<N extends PermissionNode>(
  tree: PermissionTree<N>,
  open: (node: N) => boolean,
  shown: (node: N) => boolean = () => true,
  from: N[] = tree.roots,
  depth = 0,
): OutlineRow<N>[] {
  return from.filter(shown).flatMap((node) => {
    const children = (tree.children.get(node.id) ?? []).filter(shown);
    const row = { node, depth, hasChildren: children.length > 0 };
    return open(node) ? [row, ...outline(tree, open, shown, children, depth + 1)] : [row];
  });
}

/** 空运 / 订单 / 修改 */
export function pathOf(tree: PermissionTree, id: string): string {
  const names = [id, ...ancestorsOf(tree, id)].map((each) => tree.byId.get(each)?.name ?? "");
  return names.toReversed().join(" / ");
}
