import { describe, expect, it } from "vitest";
import { dimensions, dimensionText, sizesDiffer } from "./dimensions";
import { day, decimal, density, minute, pieces, volume, weight } from "./format";

describe("figures", () => {
  it("writes fixed places and thousands separators", () => {
    expect(pieces(12)).toBe("12");
    expect(pieces(1234567)).toBe("1,234,567");
    expect(weight(480)).toBe("480.0");
    expect(weight(1500.25)).toBe("1,500.3");
    expect(volume(3.6)).toBe("3.600");
    expect(volume("12345.6784")).toBe("12,345.678");
    expect(decimal(-1234.5, 1)).toBe("-1,234.5");
  });

  it("rounds by digits, not by binary fractions", () => {
    expect(decimal(1.005, 2)).toBe("1.01");
    expect(decimal(8.345, 2)).toBe("8.35");
    expect(decimal("999.9995", 3)).toBe("1,000.000");
    expect(decimal("9007199254740993.1", 1)).toBe("9,007,199,254,740,993.1");
    expect(decimal(1e21, 0)).toBe("1,000,000,000,000,000,000,000");
    expect(decimal(5e-7, 3)).toBe("0.000");
    expect(decimal(1.5e-7, 7)).toBe("0.0000002");
  });

  it("shows - for nothing and zero", () => {
    for (const nothing of [null, undefined, "", " ", 0, "0.000", "abc", Number.NaN]) expect(weight(nothing)).toBe("-");
  });

  it("writes density with at most two places", () => {
    expect(density(133.33)).toBe("133.33");
    expect(density(133.335)).toBe("133.34");
    expect(density(100)).toBe("100");
    expect(density(126.5)).toBe("126.5");
    expect(density(0)).toBe("-");
  });
});

describe("times", () => {
  it("writes minutes and days as they were sent", () => {
    expect(minute("2026-07-18 13:20:41")).toBe("2026-07-18 13:20");
    expect(minute("2026-07-18T13:20")).toBe("2026-07-18 13:20");
    expect(minute("2026-07-18")).toBe("2026-07-18");
    expect(minute(null)).toBe("-");
    expect(day("2026-07-18 13:20:41")).toBe("2026-07-18");
    expect(day("")).toBe("-");
  });
});

describe("sizes", () => {
  // req: track-af-size-parse
  it("reads entries between semicolons, skips empty ones and writes * for /", () => {
    expect(dimensions("120/80/100/5; ;60/40/30/2;")).toEqual([
      { length: "120", width: "80", height: "100", pieces: "5" },
      { length: "60", width: "40", height: "30", pieces: "2" },
    ]);
    expect(dimensions(";")).toEqual([]);
    expect(dimensions(null)).toEqual([]);
    expect(dimensionText("120/80/100/5;;60/40/30/2")).toBe("120*80*100*5; 60*40*30*2");
    expect(dimensionText("")).toBe("-");
  });

  // req: track-af-size-highlight
  it("compares the sorted lists", () => {
    expect(sizesDiffer("120/80/100/5;60/40/30/2", "60/40/30/2;120/80/100/5;")).toBe(false);
    expect(sizesDiffer("120/80/100/5", "120.0/80/100/5")).toBe(false);
    expect(sizesDiffer("120/80/100/5", "120/80/100/6")).toBe(true);
    expect(sizesDiffer("120/80/100/5", "120/80/100/5;120/80/100/5")).toBe(true);
    expect(sizesDiffer("", "120/80/100/5")).toBe(false);
    expect(sizesDiffer("120/80/100/5", null)).toBe(false);
  });
});
