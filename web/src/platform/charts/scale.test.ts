import { expect, it } from "vitest";
import { scaleOf } from "@/platform/charts/scale";

it("goes from nothing to a round figure above the largest, in round steps", () => {
  expect(scaleOf([4, 0, 1200], true)).toEqual({ ticks: [0, 500, 1000, 1500], top: 1500 });
  expect(scaleOf([2.21, 0], false).ticks).toEqual([0, 1, 2, 3]);
  expect(scaleOf([0.3], false).ticks).toEqual([0, 0.1, 0.2, 0.3]);
  expect(scaleOf([1000], true).top).toBe(1000);
  expect(scaleOf([1001], true).top).toBe(1500);
});

it("counts in whole steps, and has a top where there is nothing", () => {
  expect(scaleOf([1], true).ticks).toEqual([0, 1]);
  expect(scaleOf([3], true).ticks).toEqual([0, 1, 2, 3]);
  expect(scaleOf([0, 0], true)).toEqual({ ticks: [0, 1], top: 1 });
  expect(scaleOf([], false).top).toBe(1);
});
