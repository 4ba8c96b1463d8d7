import { expect, test } from "vitest";
import { type PoolOrder, currenciesOf, placeOf, rulesOf, wantedOf } from "./make-model";

const line = (id: string, currency: string) => ({
  id, currency, coopName: null, serviceName: null, amount: "1.00", functionalAmount: "1.00", taxRate: "0%", note: "",
});
const order: PoolOrder = {
  id: "1", orderUuid: "u", orderCode: "AE-2607150001", bizNumber: null, bizDate: null, incomeDone: false, orderCoopName: null,
  amounts: "", functionalAmount: "3.00", lines: [line("10", "CNY"), line("11", "USD"), line("12", "EUR")],
};

test("rates are asked for the foreign currencies of what is chosen", () => {
  expect(currenciesOf([order], new Set(), "CNY")).toEqual(["EUR", "USD"]);
  expect(currenciesOf([order], new Set(["10", "11"]), "CNY")).toEqual(["USD"]);
});

test("what is filled in is sent, and a rate of a currency that is not there any more is not", () => {
  const values = { dateBy: "TODAY", noteDate: "2026-07-01", rate_USD: 7.15, rate_EUR: 7.8, splitTax: true };
  expect(rulesOf(values, ["USD"])).toEqual({
    dateBy: "TODAY", noteDate: null, bankId: null, splitCurrency: false, splitTax: true, remark: null, rates: { USD: "7.15" },
  });
  const names = ["businessScope", "serviceItemId", "incomeDone", "coopName", "currency"];
  const asked = { businessScope: "AE", serviceItemId: ["5", "6"], incomeDone: "false", coopName: "" };
  expect(wantedOf(names, asked)).toEqual({ businessScope: "AE", serviceItemId: ["5", "6"], incomeDone: false });
  expect(wantedOf(["serviceItemId"], { serviceItemId: [] })).toEqual({});
});

test("what the server finds about a rate stands at its field", () => {
  expect([placeOf("rates.USD"), placeOf("remark")]).toEqual(["rate_USD", "remark"]);
});
