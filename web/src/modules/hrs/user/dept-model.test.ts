import { expect, it } from "vitest";
import { type Dept, type DeptNode, deptAddress, deptTree, findDepts } from "@/modules/hrs/user/dept-model";

const dept = (id: string, parentId: string | null, deptName: string): Dept => ({
  id,
  parentId,
  deptCode: `00${id}`,
  deptName,
  fullName: deptName,
  active: true,
  actual: 1,
});
const TREE = deptTree([dept("1", null, "示例货代"), dept("2", "1", "销售部"), dept("3", "2", "销售一部"), dept("4", "1", "操作部"), dept("5", "9", "旧部门")]);
const names = (nodes: DeptNode[]): unknown[] => nodes.map(({ dept: each, children }) => (children.length > 0 ? [each.deptName, names(children)] : each.deptName));

it("puts departments below each other", () => {
  expect(names(TREE)).toEqual([["示例货代", [["销售部", ["销售一部"]], "操作部"]], "旧部门"]);
});

it("finds departments with the way to them, and keeps what is below", () => {
  expect(names(findDepts(TREE, "一部"))).toEqual([["示例货代", [["销售部", ["销售一部"]]]]]);
  expect(names(findDepts(TREE, "销售部"))).toEqual([["示例货代", [["销售部", ["销售一部"]]]]]);
  expect(names(findDepts(TREE, "004"))).toEqual([["示例货代", ["操作部"]]]);
  expect(findDepts(TREE, "没有")).toEqual([]);
  expect(findDepts(TREE, " ")).toBe(TREE);
});

it("keeps the other filters, and goes to the first page", () => {
  expect(deptAddress("/hrs_user", "?state=a&current=3&deptId=1", "2")).toBe("/hrs_user?state=a&deptId=2");
  expect(deptAddress("/hrs_user", "?deptId=1", null)).toBe("/hrs_user");
});
