import { expect, it } from "vitest";
import { PAGES } from "@/platform/pages-kit";

interface Named {
  name?: unknown;
  kind?: unknown;
  unit?: unknown;
  label?: { zh?: string; en?: string };
}

/** All that is declared under a name, wherever it stands. */
function named(of: unknown, name: string): Named[] {
  if (Array.isArray(of)) return of.flatMap((each) => named(each, name));
  if (typeof of !== "object" || of === null) return [];
  const own = (of as Named).name === name && (of as Named).kind === "decimal" ? [of as Named] : [];
  return [...own, ...Object.values(of).flatMap((each) => named(each, name))];
}

/** List and form of the orders of a scope. */
function orders(scope: string): unknown[] {
  const key = scope === "ae" ? "af.order" : `sc.${scope}-order`;
  const found = [...PAGES.lists, ...PAGES.forms].filter((page) => page.key === `${key}.list` || page.key === `${key}.form`);
  expect(found, scope).toHaveLength(2);
  return found;
}

const units = (scope: string, name: string) => [...new Set(named(orders(scope), name).map((each) => each.unit))];

it("weights are shown in KG, volumes in CBM, what is charged at sea and on rails in TON", () => {
  // req: platform-units
  for (const scope of ["ae", "ai", "se", "si", "te", "ti", "lc", "io"]) {
    for (const side of ["plan", "confirm"]) {
      expect(units(scope, `${side}Weight`), scope).toEqual(["KG"]);
      expect(units(scope, `${side}Volume`), scope).toEqual(["CBM"]);
      const tons = ["se", "si", "te", "ti"].includes(scope);
      expect(units(scope, `${side}ChargeWeight`), scope).toEqual([tons ? "TON" : "KG"]);
    }
  }
});

it("container equivalents are counted in TEU", () => {
  // req: platform-units
  for (const scope of ["se", "si", "te", "ti"]) {
    const found = named(orders(scope), "containerNumber");
    expect(found.length, scope).toBeGreaterThan(0);
    for (const { label } of found) expect([label?.zh, label?.en]).toEqual(["TEU数", "TEU"]);
  }
});
