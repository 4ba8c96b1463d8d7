import { expect, it } from "vitest";
import type { Row } from "@/platform/contract";
import { foldStep, treeRows } from "@/platform/lists/list-tree";

const row = (id: string, parentId: string | null): Row => ({ id, parentId });
const ROWS = [row("3", "1"), row("1", null), row("2", "1"), row("4", "3"), row("9", "8")];
const tree = (rows: Row[], ...collapsed: string[]) => treeRows(rows, "id", "parentId", new Set(collapsed));
const shown = (rows: Row[], ...collapsed: string[]) => {
  const { rows: made, places } = tree(rows, ...collapsed);
  return made.map(({ id }) => "·".repeat((places.get(String(id))?.level ?? 0) - 1) + String(id));
};

it("puts children below their parent, in the order they came", () => {
  expect(shown(ROWS)).toEqual(["1", "·3", "··4", "·2", "9"]);
});

it("shows a row whose parent is not there as a root", () => {
  expect(tree(ROWS).places.get("9")).toEqual({ level: 1 });
  expect(shown([row("4", "3"), row("5", "4")])).toEqual(["4", "·5"]);
});

it("takes numbers for keys, and another member for the row above", () => {
  const rows = [{ code: 7, above: 0 }, { code: 8, above: 7 }] as unknown as Row[];
  expect(treeRows(rows, "code", "above", new Set()).places.get("8")).toEqual({ level: 2, parent: "7" });
});

it("hides what is below a collapsed row, and remembers what is collapsed below it", () => {
  expect(shown(ROWS, "3")).toEqual(["1", "·3", "·2", "9"]);
  expect(shown(ROWS, "1", "3")).toEqual(["1", "9"]);
  expect(tree(ROWS, "1", "3").places.get("1")).toEqual({ level: 1, open: false });
  expect(tree(ROWS, "1", "3").places.get("4")).toEqual({ level: 3, parent: "3" });
});

it("loses no rows that name each other, nor one that names itself", () => {
  expect(shown([row("1", "2"), row("2", "1"), row("3", "3")])).toEqual(["1", "·2", "3"]);
  expect(shown([])).toEqual([]);
});

it("opens and closes by arrows, and goes up and down from there", () => {
  const open = tree(ROWS);
  const step = (made: typeof open, key: string, wanted: boolean) =>
    foldStep(made, "id", made.rows.findIndex(({ id }) => id === key), wanted);
  expect(step(open, "3", false)).toEqual({ kind: "fold", key: "3" });
  expect(step(open, "3", true)).toEqual({ kind: "go", key: "4" });
  expect(step(open, "4", false)).toEqual({ kind: "go", key: "3" });
  expect(step(open, "4", true)).toBeNull();
  expect(step(tree(ROWS, "3"), "3", true)).toEqual({ kind: "fold", key: "3" });
  expect(step(tree(ROWS, "3"), "3", false)).toEqual({ kind: "go", key: "1" });
  expect(step(open, "9", false)).toBeNull();
  expect(foldStep(open, "id", -1, true)).toBeNull();
});
