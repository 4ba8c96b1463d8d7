import { expect, it } from "vitest";
import { type Field, holds, standing } from "@/platform/contract";
import { clientFindings, fieldFinding } from "@/platform/forms/client-rules";

const label = { zh: "名称", en: "Name" };
const text: Field = { name: "a", label, kind: "text", required: true, maxLength: 3, pattern: "[A-Z]+" };
const number: Field = { name: "b", label, kind: "decimal", min: 1, max: 10, digits: 2 };

it("judges length, pattern and need", () => {
  expect(fieldFinding(text, "")).toBe("请输入名称");
  expect(fieldFinding(text, "ABC")).toBeNull();
  expect(fieldFinding(text, "ABCD")).toBe("名称不能超过3个字");
  expect(fieldFinding(text, "ab")).toBe("名称格式不正确");
  expect(fieldFinding({ ...text, patternMessage: { zh: "只能大写", en: "Upper" } }, "ab")).toBe("只能大写");
  expect(fieldFinding({ ...text, kind: "select" }, null)).toBe("请选择名称");
});

it("judges numbers at the edge", () => {
  expect([fieldFinding(number, 1), fieldFinding(number, 10), fieldFinding(number, 1.25)]).toEqual([null, null, null]);
  expect(fieldFinding(number, 0.99)).toBe("名称不能小于1");
  expect(fieldFinding(number, 10.01)).toBe("名称不能大于10");
  expect(fieldFinding(number, 1.255)).toBe("名称最多2位小数");
});

it("refuses a day that could not be read", () => {
  const day: Field = { name: "d", label, kind: "day" };
  expect(fieldFinding(day, "20261399")).toBe("请输入正确的日期");
  expect(fieldFinding(day, "2026-07-15")).toBeNull();
});

it("finds everything at once, and nothing about what is not shown", () => {
  const hidden: Field = { ...text, name: "c", when: { is: ["b", 5] } };
  expect(clientFindings([text, hidden], { a: "", b: 1 }).map((each) => each.field)).toEqual(["a"]);
  expect(clientFindings([text, hidden], { a: "", b: 5 }).map((each) => each.field)).toEqual(["a", "c"]);
});

it("takes a flag nobody has set for not set, and numbers for the texts they are declared as", () => {
  expect([undefined, null, false, true].map((flag) => holds({ is: ["flag", false] }, { flag }))).toEqual([true, true, true, false]);
  expect([holds({ is: ["n", "3"] }, { n: 3 }), holds({ oneOf: ["n", ["1", "3"]] }, { n: 2 })]).toEqual([true, false]);
  expect([holds({ set: "n" }, { n: 0 }), holds({ set: "n" }, { n: "" })]).toEqual([true, false]);
});

it("asks for what must be filled in as others stand, and not for what is closed", () => {
  const field: Field = { name: "a", label, kind: "text", requiredWhen: { is: ["b", 5] }, readOnlyWhen: { set: "c" } };
  expect(clientFindings([field], { b: 4 })).toEqual([]);
  expect(clientFindings([field], { b: 5 })).toEqual([{ field: "a", severity: "error", key: "client", message: "请输入名称" }]);
  expect(clientFindings([field], { b: 5, c: "x" })).toEqual([]);
  expect(standing(text, {})).toBe(text);
});
