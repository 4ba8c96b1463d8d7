import { expect, it } from "vitest";
import { type RightNode, overridesBody, overridesOf, placeOverride, withState } from "@/modules/hrs/user/override-model";

const node = (id: string, part: Partial<RightNode> = {}): RightNode => ({
  id,
  parentId: null,
  code: id,
  name: id,
  kind: 1,
  ofOrg: true,
  state: "role",
  until: null,
  reason: null,
  effective: true,
  source: "",
  ...part,
});

it("holds only what differs from the roles", () => {
  const rights = { version: 1, nodes: [node("1"), node("2", { state: "deny", reason: "轮岗", until: "2026-12-31" }), node("3", { state: "allow" })] };
  expect(overridesOf(rights)).toEqual({
    overrides: { 2: { state: "deny", until: "2026-12-31", reason: "轮岗" }, 3: { state: "allow", until: null, reason: "" } },
  });
});

it("keeps date and reason from one state to the other, until the node follows the roles again", () => {
  const allowed = withState({}, "2", "allow");
  expect(allowed).toEqual({ 2: { state: "allow", until: null, reason: "" } });
  const filled = { 2: { state: "allow" as const, until: "2026-12-31", reason: "代班" } };
  expect(withState(filled, "2", "deny")).toEqual({ 2: { state: "deny", until: "2026-12-31", reason: "代班" } });
  expect(withState(filled, "2", "role")).toEqual({});
});

it("sends the whole set, and brings findings back to their nodes", () => {
  const values = { overrides: { 7: { state: "allow", until: null, reason: " 代班 " }, 9: { state: "deny", until: "2026-12-31", reason: "" } } };
  expect(overridesBody(values)).toEqual({
    overrides: [
      { permissionId: "7", allowed: true, until: null, reason: "代班" },
      { permissionId: "9", allowed: false, until: "2026-12-31", reason: "" },
    ],
  });
  const finding = { severity: "error" as const, key: "user.override_org", message: "不能允许本企业未开通的权限" };
  expect(placeOverride({ ...finding, field: "7" }, values).field).toBe("overrides.7.state");
  expect(placeOverride({ ...finding, key: "user.override_reason", field: "9" }, values).field).toBe("overrides.9.reason");
  expect(placeOverride({ ...finding, key: "user.override_until", field: "9" }, values).field).toBe("overrides.9.until");
  expect(placeOverride({ ...finding, field: "version" }, values).field).toBe("version");
});
