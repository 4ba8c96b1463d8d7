import { beforeEach, describe, expect, it } from "vitest";
import type { Field, Option } from "@/platform/contract";
import { FormStore, type Values } from "@/platform/forms/form-store";
import type { CellOption, SheetField } from "@/platform/grid/cell-text";
import { Sheet } from "@/platform/grid/sheet";

const label = (zh: string, en = zh) => ({ zh, en });
const UNITS: Option[] = [
  { value: "KG", label: label("公斤", "kilogram") },
  { value: "CBM", label: label("立方米", "cubic metre") },
];
const FIELDS: Field[] = [
  { name: "code", label: label("编码"), kind: "upper", required: true, maxLength: 6 },
  { name: "unit", label: label("单位"), kind: "select", options: UNITS },
  { name: "rate", label: label("费率"), kind: "decimal", digits: 2, max: 1000 },
  { name: "count", label: label("数量"), kind: "int" },
  { name: "day", label: label("日期"), kind: "day" },
  { name: "on", label: label("启用"), kind: "bool" },
  { name: "truckerId", label: label("车队"), kind: "reference", reference: "coop" },
  { name: "state", label: label("状态"), kind: "text", readOnly: true },
  { name: "note", label: label("备注"), kind: "longText", readOnlyOnEdit: true },
];
const OPTIONS: Record<string, CellOption[]> = {
  unit: UNITS.map(({ value, label: { zh, en } }) => ({ value, label: zh, words: [value, zh, en] })),
};
const AT = Object.fromEntries(FIELDS.map(({ name }, at) => [name, at]));
const whole = (top: number, bottom: number, left = 0, right = FIELDS.length - 1) => ({ top, left, bottom, right });

let form: FormStore;
let sheet: Sheet;
let told: number;
const setup: { current: Sheet["setup"] } = { current: { fields: FIELDS, readOnly: false, editing: false, most: 1000, options: OPTIONS } };

function begin(lines: Values[], other: Partial<Sheet["setup"]> = {}) {
  form = new FormStore({ lines });
  sheet = new Sheet(form, "lines", setup);
  setup.current = { fields: FIELDS, readOnly: false, editing: false, most: 1000, options: OPTIONS, ...other };
  told = 0;
  form.subscribe(() => (told += 1));
}
const lines = () => form.get("lines") as Values[];
const type = (place: number, name: string, text: string) => sheet.type(place, AT[name] ?? 0, text);
const wrong = () => Object.fromEntries(form.findings().map(({ field, message }) => [field, message]));

beforeEach(() => begin([{ id: "1", code: "A", unit: "KG", rate: 1.5 }, { id: "2", code: "B" }]));

describe("a typed cell", () => {
  it("is read by the kind of its column", () => {
    const typed: [string, string, unknown][] = [
      ["code", "ａb1", "AB1"],
      ["unit", "立方米", "CBM"],
      ["unit", "cubic METRE", "CBM"],
      ["unit", "kg", "KG"],
      ["rate", "１，２３．４５６", 123.46],
      ["rate", "", null],
      ["count", "１２", 12],
      ["day", "２０２６/7/15", "2026-07-15"],
      ["on", "是", true],
      ["on", "no", false],
      ["note", "one\ntwo\n", "one\ntwo"],
    ];
    for (const [name, text, value] of typed) {
      type(0, name, text);
      expect([name, text, lines()[0]?.[name]]).toEqual([name, text, value]);
    }
    expect(form.dirty()).toBe(true);
    expect(form.findings()).toEqual([]);
  });

  it("keeps what cannot be read, and says why", () => {
    type(0, "unit", "斤");
    type(0, "rate", "abc");
    type(0, "day", "30.2.");
    type(0, "on", "maybe");
    type(0, "code", "TOOLONG");
    expect(lines()[0]).toMatchObject({ unit: "斤", rate: "abc", day: "30.2.", on: "maybe", code: "TOOLONG" });
    expect(wrong()).toEqual({
      "lines.0.unit": "“斤”不在可选项中",
      "lines.0.rate": "请输入数字",
      "lines.0.day": "请输入正确的日期",
      "lines.0.on": "请填“是”或“否”",
      "lines.0.code": "编码不能超过6个字",
    });
    type(0, "unit", "公斤");
    expect(wrong()).not.toHaveProperty("lines.0.unit");
    type(0, "code", "");
    expect(wrong()).not.toHaveProperty("lines.0.code");
  });

  it("is written by its own path, in one step, and not at all where nothing changes or the cell is closed", () => {
    const paths: string[] = [];
    form.onChange((path) => paths.push(path));
    expect([type(0, "code", "A"), type(0, "state", "x")]).toEqual([false, false]);
    begin([{ code: "A" }], { editing: true });
    form.onChange((path) => paths.push(path));
    expect([type(0, "note", "x"), type(0, "code", "C")]).toEqual([false, true]);
    expect([paths, told]).toEqual([["lines.0.code"], 1]);
  });
});

describe("a pasted block", () => {
  const block = [
    ["C1", "公斤", "1,200.5", "x", "20260715", "是", "车队甲", "closed", "a\nb"],
    ["C2", "CBM", "2.345", "3", "", "", "", "", ""],
  ];

  it("is written from the cell on, adds rows, passes closed columns and keeps the rows' own members", () => {
    expect(sheet.paste(1, 0, block)).toBe(0);
    expect(lines()).toEqual([
      { id: "1", code: "A", unit: "KG", rate: 1.5 },
      {
        id: "2", code: "C1", unit: "KG", rate: 1200.5, count: "x", day: "2026-07-15", on: true,
        truckerId: null, truckerName: "车队甲", note: "a\nb",
      },
      { code: "C2", unit: "CBM", rate: 2.345, count: 3 },
    ]);
    expect(wrong()).toEqual({
      "lines.1.rate": "费率不能大于1000",
      "lines.1.count": "请输入数字",
      "lines.2.rate": "费率最多2位小数",
    });
  });

  it("tells what did not fit", () => {
    begin([{ code: "A" }], { most: 2 });
    expect([sheet.paste(0, 0, [["X"], ["Y"], ["Z"]]), lines().map(({ code }) => code)]).toEqual([1, ["X", "Y"]]);
  });

  it("of one cell fills all chosen cells", () => {
    sheet.pasteOver(whole(0, 1, 2, 3), "7");
    expect(lines().map(({ rate, count }) => [rate, count])).toEqual([[7, 7], [7, 7]]);
  });

  it("takes the findings of the cells it changes away, and leaves the others", () => {
    const server = (field: string) => ({ field, severity: "error" as const, key: "x", message: field });
    form.setFindings(["name", "lines.0.code", "lines.0.rate", "lines.1.code"].map(server));
    sheet.paste(0, 0, [["Z", "公斤"]]);
    expect(Object.keys(wrong())).toEqual(["name", "lines.0.rate", "lines.1.code"]);
  });

  it("copies out what it took in", () => {
    sheet.paste(0, 0, [["C1", "公斤", "12.5", "3", "2026-07-15", "否", "车队甲"]]);
    expect(sheet.copy(whole(0, 0))).toEqual([["C1", "公斤", "12.5", "3", "2026-07-15", "否", "车队甲", "", ""]]);
  });

  it("of 500 rows is told once as that of five is, and looks at each cell as often", () => {
    const cost = (count: number) => {
      begin([{ code: "A" }]);
      let reads = 0;
      const counted = FIELDS.map((field) => Object.defineProperty({ ...field }, "kind", { enumerable: true, get: () => ((reads += 1), field.kind) }));
      setup.current = { ...setup.current, fields: counted };
      sheet.paste(0, 0, Array.from({ length: count }, (_, at) => [`C${at}`, "公斤", `${at}.5`, `${at}`, "20260715", "是"]));
      expect(lines()).toHaveLength(count);
      return { told, each: reads / count };
    };
    const [few, many] = [cost(5), cost(500)];
    expect([few.told, many.told]).toEqual([1, 1]);
    expect(many.each).toBeLessThanOrEqual(few.each);
  });
});

describe("a block of cells", () => {
  it("is cleared, with the words of references, but for closed cells", () => {
    begin([{ code: "A", truckerId: "7", truckerName: "车队甲", state: "OK" }]);
    sheet.clear(whole(0, 0));
    expect(lines()[0]).toMatchObject({ code: null, truckerId: null, truckerName: null, state: "OK" });
  });

  it("is filled down from its first row, a single row from the one above", () => {
    begin([{ truckerId: "7", truckerName: "车队甲", rate: 2 }, {}, {}, { rate: 9 }]);
    sheet.fill(whole(0, 2, AT["rate"], AT["truckerId"]));
    expect(lines().map(({ rate, truckerId, truckerName }) => [rate, truckerId, truckerName])).toEqual([
      [2, "7", "车队甲"],
      [2, "7", "车队甲"],
      [2, "7", "车队甲"],
      [9, undefined, undefined],
    ]);
    sheet.fill(whole(3, 3, AT["rate"], AT["rate"]));
    expect(lines()[3]?.["rate"]).toBe(2);
    sheet.fill(whole(0, 0, 0, 0));
    expect(lines()[0]?.["code"]).toBeUndefined();
  });
});

describe("steps", () => {
  it("go back and forth, a paste in one", () => {
    type(0, "code", "X");
    sheet.paste(0, 0, [["Y", "CBM"], ["Z", "CBM"], ["W", "CBM"]]);
    sheet.remove(0, 0);
    const codes = () => lines().map(({ code }) => code);
    expect(codes()).toEqual(["Z", "W"]);
    expect([sheet.undo(), codes()]).toEqual([true, ["Y", "Z", "W"]]);
    expect([sheet.undo(), codes()]).toEqual([true, ["X", "B"]]);
    expect([sheet.undo(), codes()]).toEqual([true, ["A", "B"]]);
    expect([sheet.undo(), form.dirty()]).toEqual([false, false]);
    expect([sheet.redo(), sheet.redo(), codes()]).toEqual([true, true, ["Y", "Z", "W"]]);
    type(0, "code", "N");
    expect([sheet.redo(), codes()]).toEqual([false, ["N", "Z", "W"]]);
  });

  it("are twenty at most, and none goes behind what was saved", () => {
    for (let at = 0; at < 25; at += 1) type(0, "code", `C${at}`);
    let steps = 0;
    while (sheet.undo()) steps += 1;
    expect([steps, lines()[0]?.["code"]]).toEqual([20, "C4"]);
    sheet.redo();
    form.reset({ lines: lines().map((row) => ({ ...row })) });
    expect([sheet.undo(), sheet.redo(), lines()[0]?.["code"]]).toEqual([false, false, "C5"]);
  });

  it("bring the findings of their values along", () => {
    type(0, "rate", "abc");
    expect(wrong()).toEqual({ "lines.0.rate": "请输入数字" });
    sheet.undo();
    expect(wrong()).toEqual({});
    sheet.redo();
    expect(wrong()).toEqual({ "lines.0.rate": "请输入数字" });
  });
});

describe("rows", () => {
  it("are added as they begin, as far as there is room", () => {
    begin([], { most: 1, fresh: () => ({ code: "NEW" }) });
    expect([sheet.add(), sheet.add(), lines()]).toEqual([true, false, [{ code: "NEW" }]]);
  });

  it("are taken away and come back with their ids; findings stay with their rows", () => {
    form.setFindings([{ field: "lines.1.code", severity: "error", key: "x", message: "twice" }]);
    const back = sheet.remove(0, 0);
    expect([lines().map(({ id }) => id), wrong()]).toEqual([["2"], { "lines.0.code": "twice" }]);
    back?.();
    expect(lines().map(({ id }) => id)).toEqual(["1", "2"]);
  });
});

describe("the text of a reference", () => {
  it("is looked for once, put where it stands, and refused where nothing is called so", () => {
    sheet.paste(0, AT["truckerId"] ?? 0, [["车队甲"], ["没有"], ["车队甲"]]);
    expect(wrong()).toEqual({});
    expect(sheet.sought().map(({ text }) => text)).toEqual(["车队甲", "没有"]);
    const choices: Record<string, { value: string; label: string }> = { 车队甲: { value: "7", label: "车队甲" } };
    told = 0;
    sheet.settle(sheet.sought().map((each) => ({ ...each, choice: choices[each.text] ?? null })));
    expect(lines().map(({ truckerId, truckerName }) => [truckerId, truckerName])).toEqual([["7", "车队甲"], [null, "没有"], ["7", "车队甲"]]);
    expect(wrong()).toEqual({ "lines.1.truckerId": "找不到“没有”，请从列表中选择" });
    expect(told).toBe(1);
    expect(sheet.isBlank(1)).toBe(false);
    type(1, "truckerId", "");
    expect([wrong(), lines()[1]]).toMatchObject([{}, { truckerId: null, truckerName: null }]);
  });
});

describe("a column with rules of its own", () => {
  const RULED: SheetField[] = [
    { name: "pieces", label: label("件数"), kind: "text", cell: { tidy: (text) => text.replaceAll(/\D/g, ""), most: 4, none: "", figure: true } },
    {
      name: "codes",
      label: label("编码"),
      kind: "multi",
      cell: { none: [], several: (texts) => [...new Set(texts.map((each) => each.toUpperCase()))] },
    },
  ];
  beforeEach(() => begin([{ pieces: "12", codes: [] }], { fields: RULED }));

  it("holds what it can of what is typed and pasted, and keeps it as a text", () => {
    sheet.type(0, 0, "1a2b34567");
    expect(lines()[0]).toEqual({ pieces: "1234", codes: [] });
    sheet.paste(0, 0, [["1,200", "a b,a；c"]]);
    expect(lines()[0]).toEqual({ pieces: "1200", codes: ["A", "B", "C"] });
    expect(sheet.copy(whole(0, 0, 0, 1))).toEqual([["1200", "A, B, C"]]);
  });

  it("is emptied to what its form means by empty", () => {
    sheet.type(0, 1, "a");
    sheet.clear(whole(0, 0, 0, 1));
    expect(lines()[0]).toEqual({ pieces: "", codes: [] });
    expect(sheet.isBlank(0)).toBe(true);
    expect(form.findings()).toEqual([]);
    sheet.undo();
    expect(lines()[0]).toEqual({ pieces: "12", codes: ["A"] });
    sheet.type(0, 0, "");
    expect(lines()[0]?.["pieces"]).toBe("");
  });
});
