import { expect, it } from "vitest";
import { groupText, plainDecimal } from "@/platform/decimal-text";

it.each([
  ["20104.90", undefined, "20,104.90"],
  ["-1234567", undefined, "-1,234,567"],
  ["30.0000", 2, "30.00"],
  ["30", 2, "30.00"],
  ["6.8512", 4, "6.8512"],
  ["658.330", 0, "658.33"],
  ["0", 0, "0"],
  ["abc", 2, "abc"],
  ["", 2, ""],
])("groups %s with at least %s decimals as %s", (text, least, expected) => expect(groupText(text, least)).toBe(expected));

it.each([
  ["0031", undefined, "31"],
  [".5", undefined, "0.5"],
  ["12.", undefined, "12"],
  ["-0.00", undefined, "0.00"],
  ["99999999.99999", 4, "100000000.0000"],
  ["12345678901234567.8901", 4, "12345678901234567.8901"],
  ["1e3", undefined, null],
  ["-", undefined, null],
])("keeps %s with at most %s decimals as %s", (text, most, expected) => expect(plainDecimal(text, most)).toBe(expected));
