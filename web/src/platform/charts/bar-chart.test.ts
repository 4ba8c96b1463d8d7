import { expect, it } from "vitest";
import { optionOf } from "@/platform/charts/bar-chart";

const look = { color: (name: string) => name, text: { color: "soft", fontFamily: "x", fontSize: 12 } };
const axis = (count: number) => {
  const bars = Array.from({ length: count }, (_, at) => ({ name: `客户${at}`, value: at }));
  return optionOf("图表", bars, String, look).xAxis;
};

it("names every bar, aslant where level names would cover each other, whole at the pointer", () => {
  for (const count of [1, 8]) expect(axis(count).axisLabel).toMatchObject({ interval: 0, width: 120, overflow: "truncate" });
  for (const count of [9, 20]) expect(axis(count).axisLabel).toMatchObject({ interval: 0, rotate: 35, width: 96, overflow: "truncate" });
  expect("rotate" in axis(8).axisLabel).toBe(false);
  expect(axis(20).tooltip).toEqual({ show: true });
});
