import { expect, it } from "vitest";
import { type SyncOrg, differs, sumOf } from "@/modules/hrs/edition/sync-model";

const org = (id: string, added: number, removed: number): SyncOrg => ({ id, orgCode: id, orgName: id, added, removed });

it("tells whom a synchronisation changes", () => {
  expect(differs(org("a", 1, 0), false)).toBe(true);
  expect(differs(org("a", 0, 3), false)).toBe(false);
  expect(differs(org("a", 0, 3), true)).toBe(true);
  expect(differs(org("a", 0, 0), true)).toBe(false);
});

it("sums what the chosen companies get and lose", () => {
  const orgs = [org("a", 2, 1), org("b", 0, 3), org("c", 5, 5)];
  expect(sumOf(orgs, new Set(["a", "b"]), false)).toEqual({ companies: 1, added: 2, removed: 0 });
  expect(sumOf(orgs, new Set(["a", "b"]), true)).toEqual({ companies: 2, added: 2, removed: 4 });
});
