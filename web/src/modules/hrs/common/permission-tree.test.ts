import { describe, expect, it } from "vitest";
import {
  type PermissionNode,
  ancestorsOf,
  count,
  descendantsOf,
  outline,
  pathOf,
  search,
  tick,
  toggle,
  treeOf,
  untick,
  wholeOf,
} from "@/modules/hrs/common/permission-tree";

const node = (id: string, parentId: string | null, name: string, kind: number, code = id): PermissionNode => ({ id, parentId, code, name, kind });

const TREE = treeOf([
  node("air", null, "空运", 0),
  node("base", "air", "基础资料", 0),
  node("port", "base", "机场", 1, "af_airport"),
  node("port-edit", "port", "修改", 2, "af-airport-edit"),
  node("order", "air", "订单", 1, "af_order"),
  node("order-add", "order", "新增", 2, "af-order-add"),
  node("order-edit", "order", "修改", 2, "af-order-edit"),
  node("people", null, "组织", 0),
  node("user", "people", "用户管理", 1, "hrs_user"),
  node("lost", "closed", "孤立页面", 1),
]);
const sorted = (ids: Iterable<string>) => [...ids].toSorted();

describe("the tree of permissions", () => {
  it("stands a node without a known parent at the top", () => {
    expect(TREE.roots.map((each) => each.id)).toEqual(["air", "people", "lost"]);
    expect(ancestorsOf(TREE, "port-edit")).toEqual(["port", "base", "air"]);
    expect(ancestorsOf(TREE, "lost")).toEqual([]);
    expect(descendantsOf(TREE, "air").map((each) => each.id)).toEqual(["base", "port", "port-edit", "order", "order-add", "order-edit"]);
    expect(pathOf(TREE, "port-edit")).toBe("空运 / 基础资料 / 机场 / 修改");
  });

  it("ticks what stands above, and nothing beside or below", () => {
    expect(sorted(tick(TREE, new Set(), ["port-edit"]))).toEqual(["air", "base", "port", "port-edit"]);
    expect(sorted(tick(TREE, new Set(), ["order"]))).toEqual(["air", "order"]);
    expect(sorted(tick(TREE, new Set(["user"]), ["air"]))).toEqual(["air", "user"]);
  });

  it("takes the ticks from what stands below, and leaves what stands above", () => {
    const ticked = new Set(["air", "order", "order-add", "order-edit"]);
    expect(sorted(untick(TREE, ticked, ["order"]))).toEqual(["air"]);
    expect(sorted(untick(TREE, ticked, ["order-add"]))).toEqual(["air", "order", "order-edit"]);
    expect(sorted(untick(TREE, ticked, ["air"]))).toEqual([]);
    expect(ticked.size).toBe(4);
  });

  it("toggles", () => {
    const once = toggle(TREE, new Set(), "order-add");
    expect(sorted(once)).toEqual(["air", "order", "order-add"]);
    expect(sorted(toggle(TREE, once, "order"))).toEqual(["air"]);
  });

  it("finds by name and code, with the way to it and everything below it", () => {
    expect(search(TREE, "  ")).toBeNull();
    expect(sorted(search(TREE, "机场")?.hits ?? [])).toEqual(["port", "port-edit"]);
    expect(sorted(search(TREE, "机场")?.shown ?? [])).toEqual(["air", "base", "port", "port-edit"]);
    expect(sorted(search(TREE, "AF-ORDER")?.hits ?? [])).toEqual(["order-add", "order-edit"]);
    expect(search(TREE, "没有")).toEqual({ hits: new Set(), shown: new Set() });
  });

  it("means by the whole of a module what was found in it", () => {
    const air = TREE.roots[0] ?? node("", null, "", 0);
    expect(wholeOf(TREE, air, null)).toHaveLength(7);
    const found = search(TREE, "修改");
    expect(wholeOf(TREE, air, found)).toEqual(["port-edit", "order-edit"]);
    // The way to a hit is not a hit: its other buttons keep their ticks.
    const ticked = tick(TREE, new Set(), ["order-add", "order-edit"]);
    expect(sorted(untick(TREE, ticked, wholeOf(TREE, air, found)))).toEqual(["air", "order", "order-add"]);
  });

  it("counts", () => {
    expect(count(["air", "order", "user"], new Set(["order", "user", "gone"]))).toEqual({ ticked: 2, total: 3 });
  });

  it("draws what is open and shown", () => {
    const rows = (open: string[], shown?: Set<string>) =>
      outline(TREE, ({ id }) => open.includes(id), shown && (({ id }) => shown.has(id))).map(({ node: { id }, depth, hasChildren }) => `${depth} ${id}${hasChildren ? " +" : ""}`);
    expect(rows([])).toEqual(["0 air +", "0 people +", "0 lost"]);
    expect(rows(["air", "order"])).toEqual(["0 air +", "1 base +", "1 order +", "2 order-add", "2 order-edit", "0 people +", "0 lost"]);
    expect(rows(["air", "base"], search(TREE, "机场")?.shown)).toEqual(["0 air +", "1 base +", "2 port +"]);
  });
});
