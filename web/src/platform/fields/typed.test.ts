import { describe, expect, it } from "vitest";
import { parseDay, parseInstant } from "@/platform/fields/typed-day";
import { tidyWaybill } from "@/platform/fields/text-editors";
import { filterDigits, numberOf } from "@/platform/fields/typed-number";

const NOW = new Date(2026, 6, 1);

describe("typed days", () => {
  it("are read in every way operators write them", () => {
    for (const text of ["20260715", "2026-07-15", "2026/7/15", "2026.7.15", "260715", "0715", "7-15", " 20260715 "]) {
      expect(parseDay(text, NOW)).toBe("2026-07-15");
    }
    expect(parseDay("", NOW)).toBe("");
  });

  it("are refused when no such day exists", () => {
    for (const text of ["20260230", "20261301", "2026-04-31", "abc", "2026071", "00000000"]) {
      expect(parseDay(text, NOW)).toBeNull();
    }
    expect(parseDay("20240229", NOW)).toBe("2024-02-29");
    expect(parseDay("20250229", NOW)).toBeNull();
  });

  it("may carry a time", () => {
    expect(parseInstant("202607150830", NOW)).toBe("2026-07-15 08:30:00");
    expect(parseInstant("2026-07-15 8:30", NOW)).toBe("2026-07-15 08:30:00");
    expect(parseInstant("0715 0830", NOW)).toBe("2026-07-15 08:30:00");
    expect(parseInstant("2026-07-15", NOW)).toBe("2026-07-15 00:00:00");
    expect(parseInstant("2026-07-15 23:59:59", NOW)).toBe("2026-07-15 23:59:59");
    expect(parseInstant("2026-07-15 24:00", NOW)).toBeNull();
  });
});

describe("typed numbers", () => {
  it("keep only digits, with the decimals allowed", () => {
    expect(filterDigits("1,234.5678kg", 3, false)).toBe("1234.567");
    expect(filterDigits("12.9", 0, false)).toBe("12");
    expect(filterDigits("１２．５", 1, false)).toBe("12.5");
    expect(filterDigits("-5", 1, false)).toBe("5");
    expect(filterDigits("-5", 1, true)).toBe("-5");
    expect([numberOf(""), numberOf("."), numberOf("0.5")]).toEqual([null, null, 0.5]);
  });
});

it("gives waybill numbers their dash", () => {
  expect(tidyWaybill("99012345675")).toBe("990-12345675");
  expect(tidyWaybill("990 1234 5675")).toBe("990-12345675");
  expect(tidyWaybill("HAWB1")).toBe("HAWB1");
});
