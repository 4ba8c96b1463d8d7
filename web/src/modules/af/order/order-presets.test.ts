import { expect, it } from "vitest";
import { presetsOf } from "@/modules/af/order/order-presets";
import { measureOf } from "@/platform/order/places";
import { dayAfter } from "@/platform/business-time";
import { type ScopeSettings, personalOf } from "@/platform/personal";

const settings = (defaultDays: number | null, station: string): ScopeSettings => ({
  ...personalOf({}).scopes.AE,
  defaultDays,
  station,
});

it("counts days over the ends of months and years", () => {
  expect([0, 1, 7].map((days) => dayAfter("2026-12-31", days))).toEqual(["2026-12-31", "2027-01-01", "2027-01-07"]);
  expect(dayAfter("2028-02-28", 1)).toBe("2028-02-29");
});

it("fills in only what the order has none of", () => {
  expect(presetsOf({}, settings(0, "PVG"), "2026-07-15")).toEqual({
    expectDeparture: "2026-07-15",
    departureStation: "PVG",
  });
  expect(
    presetsOf({ expectDeparture: "2026-09-01", departureStation: "CAN" }, settings(1, "PVG"), "2026-07-15"),
  ).toEqual({});
  expect(presetsOf({ expectDeparture: null }, settings(null, ""), "2026-07-15")).toEqual({});
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
