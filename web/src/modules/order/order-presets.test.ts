import { expect, it } from "vitest";
import { measureOf } from "@/platform/order/places";
import { dayAfter } from "@/platform/business-time";
import type { Field } from "@/platform/contract";
import type { Values } from "@/platform/forms/form-store";
import { type ScopeSettings, personalOf } from "@/platform/personal";
import { presetsOf } from "./order-presets";
import type { Prefix } from "./scopes";

const settings = (defaultDays: number | null, station: string): ScopeSettings => ({
  ...personalOf({}).scopes.AE,
  defaultDays,
  station,
});

it("counts days over the ends of months and years", () => {
  expect([0, 1, 7].map((days) => dayAfter("2026-12-31", days))).toEqual(["2026-12-31", "2027-01-01", "2027-01-07"]);
  expect(dayAfter("2028-02-28", 1)).toBe("2028-02-29");
});

const FIELDS = ["departureStation", "expectDeparture", "arrivalStation", "expectArrival", "businessDate"].map(
  (name): Field => ({ name, kind: "text", label: { zh: name, en: name } }),
);

it.each<[Prefix, string | null, string]>([
  ["af", "departureStation", "expectDeparture"],
  ["ai", "arrivalStation", "expectArrival"],
  ["se", "departureStation", "expectDeparture"],
  ["si", "arrivalStation", "expectArrival"],
  ["te", "departureStation", "expectDeparture"],
  ["ti", "arrivalStation", "expectArrival"],
  ["lc", "departureStation", "expectDeparture"],
  ["io", null, "businessDate"],
])("fills in only what an order of %s has none of", (prefix, station, day) => {
  const begun = (order: Values, own: ScopeSettings, fields = FIELDS) => presetsOf(prefix, fields, order, own, "2026-07-15");
  expect(begun({}, settings(0, "PVG"))).toEqual({ [day]: "2026-07-15", ...(station ? { [station]: "PVG" } : {}) });
  const full = { [day]: "2026-09-01", ...(station ? { [station]: "CAN" } : {}) };
  expect(begun(full, settings(1, "PVG"))).toEqual({});
  expect(begun({ [day]: null }, settings(null, ""))).toEqual({});
  expect(begun({}, settings(0, "PVG"), [])).toEqual({});
});

it("knows what a member measures", () => {
  expect(["planWeight", "confirmVolume", "incomeChargeWeight", "density", "chargeWeight"].map(measureOf)).toEqual([
    "weight",
    "volume",
    "chargeWeight",
    "density",
    "chargeWeight",
  ]);
  expect(["planPieces", "freightSplitRatio", "weightNote"].map(measureOf)).toEqual([null, null, null]);
});
