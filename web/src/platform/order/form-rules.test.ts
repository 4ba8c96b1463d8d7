import { expect, it } from "vitest";
import { applyRules } from "@/platform/order/form-rules";
import type { Section } from "@/platform/contract";

const word = (zh: string) => ({ zh, en: zh });
const option = (value: string) => ({ value, label: word(value) });
const SECTIONS: Section[] = [
  {
    key: "cargo",
    label: word("货物"),
    fields: [
      { name: "goodsType", label: word("货物类型"), kind: "select", options: ["普货", "特货", "危险品"].map(option) },
      { name: "workgroupId", label: word("工作组"), kind: "reference", reference: "workgroup" },
    ],
  },
];

it("offers what the company ticked and asks for what it wants", () => {
  const [section] = applyRules(SECTIONS, { offered: { goodsType: ["普货", "危险品"] }, required: ["workgroupId"] });
  expect(section?.fields[0]?.options?.map(({ value }) => value)).toEqual(["普货", "危险品"]);
  expect(section?.fields[1]?.required).toBe(true);
  expect(applyRules(SECTIONS, { offered: {}, required: [] })).toEqual(SECTIONS);
});
