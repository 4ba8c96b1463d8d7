import { describe, expect, it } from "vitest";
import { changed, newLevel, raised, withApprover } from "@/modules/approval/setting/level-model";

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
});
