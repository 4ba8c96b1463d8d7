import { expect, it } from "vitest";
import type { BadCell, Checked, ReadFile } from "@/platform/import/import-calls";
import { faultsOf, matchColumn, mayRun, nextBad, sheetOf, toSend } from "@/platform/import/import-sheet";

const taken = (name: string, required = false) => ({ field: { name, label: { zh: name, en: name }, kind: "text" as const }, note: "", required, needed: "", values: [] });
const read: ReadFile = {
  fileName: "a.xlsx", headerRow: 1, headers: ["代码", "别的", "名称"], matched: ["code", null, "name"], columns: [taken("code", true), taken("name"), taken("prefix", true)],
  fixed: {}, keys: ["code"], canUpdate: true, hasAnswers: false, numbers: [2, 4], rows: [["X1", "?", "甲"], ["X2"]],
};
const cell = (place: number, part: Partial<BadCell> = {}): BadCell => ({ place, row: place + 2, field: "name", value: "", message: "!", question: false, ...part });
const checked = (part: Partial<Checked>): Checked => ({ total: 3, good: 3, bad: 0, doubts: 0, added: 3, changed: 0, cells: [], ...part });

it("takes the matched columns, and empty ones for what must be filled in", () => {
  const sheet = sheetOf(read, read.matched, {});
  expect(sheet.columns).toEqual([{ name: "code", header: "代码" }, { name: "name", header: "名称" }, { name: "prefix", header: "" }]);
  expect(sheet.rows).toEqual([["X1", "甲", ""], ["X2", "", ""]]);
  expect(toSend(sheet, { mode: "add", onError: "all", accept: false })).toMatchObject({ fields: ["code", "name", "prefix"], headers: ["代码", "名称", ""], numbers: [2, 4] });
});

it("gives columns the file lacks one value in all rows (28)", () => {
  const sheet = sheetOf(read, read.matched, { prefix: "999", code: "X", kind: " " });
  expect(sheet.columns.map(({ name }) => name)).toEqual(["code", "name", "prefix"]);
  expect(sheet.rows).toEqual([["X1", "甲", "999"], ["X2", "", "999"]]);
  expect(toSend(sheet, { mode: "add", onError: "all", accept: false }).fixed).toEqual({ prefix: "999" });
});

it("matches a field to one column", () => {
  expect(matchColumn(["a", null, "b"], 1, "a")).toEqual([null, "a", "b"]);
  expect(matchColumn(["a", null, "b"], 2, null)).toEqual(["a", null, null]);
});

it("goes from one bad row to the next and begins again", () => {
  const faults = faultsOf(checked({ cells: [cell(7), cell(2), cell(7, { field: "code" })] }));
  expect(faults.get(7)).toHaveLength(2);
  expect([nextBad(faults, -1), nextBad(faults, 2), nextBad(faults, 7), nextBad(new Map(), 0)]).toEqual([2, 7, 2, -1]);
});

it("imports what was checked and is as it was checked", () => {
  const how = { mode: "add", onError: "all", accept: false } as const;
  expect(mayRun(checked({}), false, how)).toBe(true);
  expect(mayRun(checked({}), true, how)).toBe(false);
  expect(mayRun(null, false, how)).toBe(false);
  for (const bad of [{ good: 2, bad: 1 }, { good: 2, doubts: 1 }]) {
    expect(mayRun(checked(bad), false, how)).toBe(false);
    expect(mayRun(checked(bad), false, { ...how, onError: "skip" })).toBe(true);
  }
  expect(mayRun(checked({ good: 0, bad: 3 }), false, { ...how, onError: "skip" })).toBe(false);
});
