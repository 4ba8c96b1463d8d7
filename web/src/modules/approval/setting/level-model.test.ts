import { describe, expect, it } from "vitest";
import { changed, comparing, newLevel, raised, withApprover } from "@/modules/approval/setting/level-model";

const named = (name: string) => ({ ...newLevel(), name });
const names = (levels: { name: string }[]) => levels.map(({ name }) => name);

describe("levels", () => {
  it("move up by one and the first stays", () => {
    const levels = [named("a"), named("b"), named("c")];
    expect(names(raised(levels, 2))).toEqual(["a", "c", "b"]);
    expect(names(raised(levels, 1))).toEqual(["b", "a", "c"]);
    expect(raised(levels, 0)).toBe(levels);
    expect(raised(levels, 3)).toBe(levels);
  });

  it("change alone, and another kind of approver names nobody", () => {
    const levels = [{ ...named("a"), approverIds: ["1"] }, named("b")];
    const next = changed(levels, 0, withApprover("role"));
    expect(next[0]).toMatchObject({ name: "a", approverType: "role", approverIds: [] });
    expect(next[1]).toBe(levels[1]);
  });

  it("compare with several values only where a fact is one of them", () => {
    const several = { field: "scope", compare: "in", value: "AE,SE" };
    expect(comparing(several, "ne")).toEqual({ compare: "ne", value: "AE" });
    expect({ ...several, ...comparing(several, "in") }).toEqual(several);
    expect(comparing({ field: "lockDays", compare: "eq", value: "30" }, "gt")).toEqual({ compare: "gt", value: "30" });
    expect(comparing({ field: "scope", compare: "eq", value: "" }, "in")).toEqual({ compare: "in" });
  });
});
