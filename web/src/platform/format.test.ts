import { expect, it } from "vitest";
import { DIGITS, formatFigure, formatNumber } from "@/platform/format";

it("groups thousands with the decimals of the measure", () => {
  // req: platform-number-decimals, platform-number-thousands
  expect(formatNumber(1_234_567.5, DIGITS.weight)).toBe("1,234,567.5");
  expect(formatNumber(12, DIGITS.pieces)).toBe("12");
  expect(formatNumber(3.6, DIGITS.volume)).toBe("3.600");
  expect(formatNumber("600", DIGITS.chargeWeight)).toBe("600.000");
});

it("shows '-' for empty and zero", () => {
  // req: platform-number-empty
  for (const value of [null, undefined, "", 0]) expect(formatNumber(value, 1)).toBe("-");
  expect(formatNumber(0.1, 1)).toBe("0.1");
  expect(formatFigure(0, 0)).toBe("0");
});
