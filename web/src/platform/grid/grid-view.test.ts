import { expect, it } from "vitest";
import type { Field } from "@/platform/contract";
import { heightOf, roomOf, widthsOf } from "@/platform/grid/grid-view";

const field = (zh: string, kind: Field["kind"]): Field => ({ name: zh, label: { zh, en: zh }, kind });
const FIELDS = [field("起（数量）", "decimal"), field("单价", "decimal"), field("备注", "text")];
const sum = (widths: number[]) => widths.reduce((total, each) => total + each, 0);

it("lays its columns out in the room that is left, so that the last figure touches nothing", () => {
  // 44 of numbers, 40 of crosses, 16 of a bar beside more than 14 rows, 2 of the frame.
  expect([roomOf(920, false, 3), roomOf(920, true, 3), roomOf(920, false, 15)]).toEqual([834, 874, 818]);
  for (const room of [833, 834, 835]) expect(sum(widthsOf(FIELDS, ({ label }) => label.zh, room))).toBe(room);
  expect(sum(widthsOf(FIELDS, ({ label }) => label.zh, 200))).toBeGreaterThan(200);
});

// Issue 25, 21.
it("shows every column in less room, each with no less than it can do with", () => {
  const goods = { ...field("品名", "text"), cell: { width: 200, narrow: 110 } };
  const pieces = { ...field("件数", "text"), cell: { width: 62, narrow: 46 } };
  const own = (room: number) => widthsOf([goods, pieces], ({ label }) => label.zh, room);
  expect(own(262)).toEqual([200, 62]);
  expect([own(261), own(200), own(156)].map(sum)).toEqual([261, 200, 156]);
  expect(own(156)).toEqual([110, 46]);
  expect(own(155), "too little: it scrolls").toEqual([200, 62]);
});

it("is as high as its rows, and higher by a bar only where there is one", () => {
  expect([heightOf(1, false), heightOf(2, false), heightOf(2, true)]).toEqual([66, 98, 114]);
  expect(heightOf(200, false)).toBe(heightOf(14, false));
});
