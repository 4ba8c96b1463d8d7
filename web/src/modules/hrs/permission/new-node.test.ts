import { expect, it } from "vitest";
import { presetBelow } from "@/modules/hrs/permission/new-node";

it("begins a new node below the one in hand, and beside a button", () => {
  expect(presetBelow(undefined)).toEqual({});
  expect(presetBelow({ id: "1", permissionType: "0", permissionName: "空运" })).toEqual({ parentId: "1", parentName: "空运", permissionType: "1" });
  expect(presetBelow({ id: "2", permissionType: "1", permissionName: "订单" })).toEqual({ parentId: "2", parentName: "订单", permissionType: "2" });
  expect(presetBelow({ id: "3", parentId: "2", permissionType: "2", permissionName: "新增" })).toEqual({ parentId: "2", permissionType: "2" });
  expect(presetBelow({ id: "4", parentId: null, permissionType: "2" })).toEqual({});
});
