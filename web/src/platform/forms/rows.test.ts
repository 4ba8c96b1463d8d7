import { describe, expect, it } from "vitest";
import type { Field, Finding } from "@/platform/contract";
import {
  findingsWithout,
  freshRow,
  isBlank,
  pastedCells,
  rowFindings,
  rowsBody,
  withPasted,
} from "@/platform/forms/rows";

const label = (zh: string) => ({ zh, en: zh });
const FIELDS: Field[] = [
  { name: "containerNo", label: label("箱号"), kind: "upper", required: true, maxLength: 11 },
  {
    name: "containerType",
    label: label("箱型"),
    kind: "select",
    options: [
      { value: "40HQ", label: { zh: "40尺高箱", en: "40 ft high cube" } },
      { value: "20GP", label: { zh: "20尺普箱", en: "20 ft" } },
    ],
  },
  { name: "quantity", label: label("数量"), kind: "int", initial: 1 },
  { name: "weight", label: label("货重"), kind: "decimal", digits: 3, max: 30_000 },
  { name: "status", label: label("状态"), kind: "text", readOnly: true },
  { name: "stuffTime", label: label("装箱时间"), kind: "instant" },
  { name: "truckerId", label: label("车队"), kind: "reference", reference: "coop" },
];
const SECTION = { key: "containers", label: label("箱信息"), rows: true, fields: FIELDS };
const fresh = () => freshRow(FIELDS);
const finding = (field: string): Finding => ({ field, severity: "error", key: "x", message: field });

describe("a row", () => {
  it("is blank as long as it holds only what it began with", () => {
    expect(fresh()).toEqual({ quantity: 1 });
    expect(isBlank(FIELDS, fresh())).toBe(true);
    expect(isBlank(FIELDS, { quantity: 2 })).toBe(false);
    expect(isBlank(FIELDS, { quantity: 1, containerNo: "", truckerId: null })).toBe(true);
  });

  it("is judged by the limits of its columns, at its own path", () => {
    const containers = [
      { containerNo: "CSQU3054383", weight: 30_000 },
      { containerNo: null, weight: 30_000.001 },
    ];
    expect(rowFindings(SECTION, { containers }).map(({ field, message }) => [field, message])).toEqual([
      ["containers.1.containerNo", "请输入箱号"],
      ["containers.1.weight", "货重不能大于30000"],
    ]);
  });

  it("is sent with the members that may be written, and never with words beside them", () => {
    const containers = [
      { id: "5", containerNo: "CSQU3054383", status: "已装箱", truckerId: "7", truckerName: "车队甲" },
    ];
    expect(rowsBody(SECTION, { containers })).toEqual([
      {
        id: "5",
        containerNo: "CSQU3054383",
        containerType: null,
        quantity: null,
        weight: null,
        stuffTime: null,
        truckerId: "7",
      },
    ]);
    expect(rowsBody(SECTION, { containers: [{ containerNo: "TSTU1000019" }] })[0]).not.toHaveProperty("id");
    expect(rowsBody(SECTION, {})).toEqual([]);
  });
});

it("moves findings up with their rows when one is removed", () => {
  const all = [
    "shipName",
    "containers",
    "containers.0.weight",
    "containers.1.weight",
    "containers.2.containerNo",
    "containersX.2.a",
  ];
  expect(findingsWithout(all.map(finding), "containers", 1).map(({ field }) => field)).toEqual([
    "shipName",
    "containers",
    "containers.0.weight",
    "containers.1.containerNo",
    "containersX.2.a",
  ]);
});

describe("pasted cells", () => {
  const labels = FIELDS.map((field) => field.label.zh);

  it("are rows and columns; the text of one cell is none, the head of a table is left out", () => {
    expect(pastedCells("CSQU3054383", labels)).toBeNull();
    expect(pastedCells("CSQU3054383\r\n", labels)).toBeNull();
    expect(pastedCells("a\tb", labels)).toEqual([["a", "b"]]);
    expect(pastedCells("箱号\t箱型\r\nA\t40HQ\r\nB\t20GP\r\n", labels)).toEqual([
      ["A", "40HQ"],
      ["B", "20GP"],
    ]);
  });

  it("are written from the cell on, closed columns are passed over, rows are added as they are needed", () => {
    const cells = [
      ["40尺高箱", "2", "1,200.5", "已装箱", "2026-07-15 08:30", "车队甲"],
      ["20gp", "", "x", "", "", ""],
    ];
    const rows = withPasted([{ containerNo: "CSQU3054383" }], 0, { fields: FIELDS.slice(1), cells }, fresh, 200);
    expect(rows).toEqual([
      {
        containerNo: "CSQU3054383",
        containerType: "40HQ",
        quantity: 2,
        weight: 1200.5,
        stuffTime: "2026-07-15 08:30:00",
      },
      { containerType: "20GP", quantity: null, weight: null, stuffTime: null, truckerId: null },
    ]);
  });

  it("end where there is no room for another row", () => {
    const cells = [["A"], ["B"], ["C"]];
    const pasted = (most: number) =>
      withPasted([], 0, { fields: FIELDS, cells }, fresh, most).map((row) => row["containerNo"]);
    expect(pasted(3)).toEqual(["A", "B", "C"]);
    expect(pasted(2)).toEqual(["A", "B"]);
  });
});
