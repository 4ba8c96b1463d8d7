import { expect, it } from "vitest";
import { type Dept, branchOf, mergeSources, moveTargets } from "@/modules/hrs/dept/dept-tree";

const dept = (id: string, parentId: string | null, deptCode: string, active = true): Dept => ({
  id, parentId, deptCode, deptName: id, shortName: id, fullName: id, active, actual: 0,
});
const DEPTS = [
  dept("top", null, "111"),
  dept("sales", "top", "111001"),
  dept("one", "sales", "111001001"),
  dept("two", "sales", "111001002"),
  dept("op", "top", "111002"),
  dept("old", "top", "111003", false),
];

it("knows a department with all below it", () => {
  expect([...branchOf(DEPTS, "sales")]).toEqual(["sales", "one", "two"]);
  expect([...branchOf(DEPTS, "none")]).toEqual([]);
});

it("moves below any other department, but not below itself, where it is, or below a stopped one", () => {
  expect([...moveTargets(DEPTS, "one")]).toEqual(["top", "two", "op"]);
  expect([...moveTargets(DEPTS, "sales")]).toEqual(["op"]);
  expect([...moveTargets(DEPTS, "old")]).toEqual(["sales", "one", "two", "op"]);
});

it("merges departments with nothing below, never the top", () => {
  expect([...mergeSources(DEPTS, "sales")]).toEqual(["one", "two", "op", "old"]);
  expect([...mergeSources(DEPTS, "op")]).toEqual(["one", "two", "old"]);
  expect([...mergeSources([dept("top", null, "111")], "other")]).toEqual([]);
});
