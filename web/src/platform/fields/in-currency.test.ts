import { expect, it } from "vitest";
import { decimalsOf, inCurrency } from "@/platform/fields/in-currency";

it("knows the decimals of currencies", () => {
  expect(["CNY", "USD", "JPY", "KWD"].map(decimalsOf)).toEqual([2, 2, 0, 3]);
  expect([undefined, null, "", "cny", "CNYX"].map(decimalsOf)).toEqual([undefined, undefined, undefined, undefined, undefined]);
});

it("takes the currency of the row, then of what stands around it", () => {
  const amount = { currencyOf: "currency", digits: 2 };
  expect(inCurrency(amount, { currency: "JPY" }).digits).toBe(0);
  expect(inCurrency(amount, {}, () => "JPY").digits).toBe(0);
  expect(inCurrency(amount, { currency: "CNY" }, () => "JPY").digits).toBe(2);
  expect(inCurrency(amount, undefined)).toBe(amount);
  expect(inCurrency({ digits: 3 }, { currency: "JPY" }).digits).toBe(3);
});
