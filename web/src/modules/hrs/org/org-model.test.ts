import { expect, it } from "vitest";
import type { PermissionNode } from "@/modules/hrs/common/permission-tree";
import { differenceOf } from "@/modules/hrs/org/org-model";

const node = (id: string): PermissionNode => ({ id, parentId: null, code: id, name: id, kind: 1 });

it("counts what differs from an edition, among what can be seen", () => {
  const nodes = ["a", "b", "c"].map(node);
  expect(differenceOf(nodes, new Set(["a", "hidden"]), new Set(["b", "c", "closed"]))).toEqual({ more: 1, less: 2 });
  expect(differenceOf(nodes, new Set(["a", "hidden"]), new Set(["a"]))).toEqual({ more: 0, less: 0 });
});
