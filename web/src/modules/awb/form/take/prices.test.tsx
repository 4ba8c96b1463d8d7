import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { buttons, cellOf, fieldAt, linesThere, openPage, press, typeInto } from "@/modules/awb/awb-kit";
import { savedBy, weightText, withCharges } from "@/modules/awb/form/take/rate-model";
import master from "@/modules/awb/form/mawb-make.page";
import { type Answer, envelope } from "@/platform/test-kit";
import { toasts } from "@/platform/test-shell";

const ORDER = "c36e11180f712e83d1d2d414199b0fbe";
const LINE = { pieces: "12", grossWeight: "500.0", weightUnit: "K", rateClass: "", commodityItemNo: "", chargeWeight: "658.5", rateCharge: "", total: "", goodsNameEn: "AUTO PARTS", hsCodes: [] };
const FORM = {
  kind: "master", awbNumber: "990-12345675", departureStation: "PVG", arrivalStation: "FRA", airlineCode: "X9", currency: "CNY",
  flightDate: "2026-07-18", executedOn: "2026-07-15", lines: [LINE], sizes: [], charges: [], awbPrintId: "77", rowUuid: "u1", state: "DRAFT",
  goodsType: "普货", houses: 2,
};
const TACT = "/afbase/tact/getTactForBillMake";
const SURCHARGE = "/afbase/surcharge/getSurchargeForBillMake";
/** X9 PVG-FRA in July: M 420.00, N 47.62, +300 29.91, +500 25.88, +1000 22.00. */
const HELD = { source: "OWN", carrierCode: "X9", departure: "PVG", arrival: "FRA", currency: "CNY", validFrom: "2026-07-01", validTo: "2026-07-31", commodityItemNo: "", over: null, next: null, gapKg: null };
const Q300 = { rateClass: "Q", from: 300, rate: 29.91, weight: 480, total: 14356.8 };
const Q500 = { rateClass: "Q", from: 500, rate: 25.88, weight: 500, total: 12940 };
const PRICED: Record<string, object> = {
  "658.5": { ...HELD, rateClass: "Q", rate: 25.88, chargeWeight: 658.5, total: 17041.98, candidates: [{ ...Q500, weight: 658.5, total: 17041.98 }, { rateClass: "Q", from: 1000, rate: 22, weight: 1000, total: 22000 }] },
  480: { ...HELD, rateClass: "Q", rate: 25.88, chargeWeight: 500, total: 12940, candidates: [Q300, Q500] },
  425: { ...HELD, rateClass: "Q", rate: 29.91, chargeWeight: 425, total: 12711.75, candidates: [{ ...Q300, weight: 425, total: 12711.75 }, Q500], next: Q500, gapKg: 8 },
  "5.0": { ...HELD, rateClass: "M", rate: 420, chargeWeight: 5, total: 420, candidates: [{ rateClass: "N", from: 0, rate: 47.62, weight: 5, total: 238.1 }] },
  2000: { ...HELD, rateClass: "U", commodityItemNo: "5", rate: 30000, chargeWeight: 1800, total: 33000, over: { weight: 200, rate: 15, total: 3000 }, candidates: [] },
  7: { ...HELD, currency: "USD", rateClass: "M", rate: 60, chargeWeight: 7, total: 60, candidates: [] },
};
const CHARGED = [
  { code: "AW", due: "A", basis: "票", rate: 50, quantity: "1", amount: 50, pay: "" },
  { code: "MY", due: "C", basis: "计费重量", rate: 3, quantity: "658.5", amount: 1975.5, pay: "" },
  { code: "SC", due: "C", basis: "计费重量", rate: 1.2, quantity: "658.5", amount: 790.2, pay: "" },
];

async function open(form: object = {}, routes: Record<string, Answer> = {}) {
  const server = await openPage(master.page ?? (() => null), `/af_mawb_make?o=${ORDER}`, {
    [`GET /afbase/awbPrint/viewByOrderUuid/${ORDER}`]: () => ({ awbNumber: "990-12345675", awbPrintId: "77", state: "DRAFT", hawbs: [] }),
    "GET /afbase/awbPrint/view/77": () => ({ ...FORM, ...form }),
    "POST /afbase/awbPrint/check": () => ({ findings: [], sums: null, lines: [] }),
    [`GET ${TACT}`]: (asked) => PRICED[asked.query.get("weight") ?? ""] ?? envelope(200, 1, "未查到运价"),
    [`GET ${SURCHARGE}`]: () => CHARGED,
    ...routes,
  });
  await waitFor(() => expect(document.querySelector('[data-field="airlineCode"]')).toBeTruthy());
  await linesThere();
  return server;
}
const shown = (line: number) => ["rateClass", "commodityItemNo", "chargeWeight", "rateCharge", "total"].map((name) => cellOf(line, name).text);
const charges = () => [0, 1, 2, 3].map((row) => { try { return ["code", "due", "amount"].map((name) => fieldAt(`charges.${row}.${name}`).input.value).join(" "); } catch { return null; } }).filter(Boolean);
const candidates = async () => {
  const table = await screen.findByLabelText("候选运价");
  return within(table).getAllByRole("row").slice(1).map((row) => [...row.querySelectorAll("td")].map((cell) => cell.textContent).join(" | "));
};

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("the rate of a line", () => {
  it("is looked up for route, day and weight, shown with what it was compared with, taken, and undone", async () => {
    const server = await open();
    await press("取运价");
    expect(await candidates()).toEqual(["Q500采用 | 658.5 | 25.88 | 17,041.98", "Q1000 | 1,000.0 | 22.00 | 22,000.00"]);
    expect(Object.fromEntries(server.to(TACT)[0]?.query ?? [])).toEqual({
      carrierCode: "X9", departureStation: "PVG", arrivalStation: "FRA", date: "2026-07-18", weight: "658.5",
    });
    expect(screen.getByText("自有运价 X9 PVG-FRA，有效期 2026-07-01 至 2026-07-31")).toBeTruthy();
    await waitFor(() => expect(shown(0)).toEqual(["", "", "658.5", "", ""]));
    await press("采用");
    await waitFor(() => expect(shown(0)).toEqual(["Q", "", "658.5", "25.88", "17041.98"]));
    expect(screen.getByText("第1行已取运价 Q 25.88，运费 17041.98")).toBeTruthy();
    await press("撤销");
    await waitFor(() => expect(shown(0)).toEqual(["", "", "658.5", "", ""]));
  });

  it("charges the higher break where that is cheaper, and says by how much", async () => {
    await open({ lines: [{ ...LINE, chargeWeight: "480" }] });
    await press("取运价");
    expect(await candidates()).toEqual(["Q300 | 480.0 | 29.91 | 14,356.80", "Q500采用 | 500.0 | 25.88 | 12,940.00"]);
    expect(screen.getByText("按 500.0 KG 计费更便宜，节省 CNY 1,416.80")).toBeTruthy();
    await press("采用");
    await waitFor(() => expect(shown(0)).toEqual(["Q", "", "500.0", "25.88", "12940.00"]));
  });

  it("is the minimum below it, the total of a weight near a break tells what is missing to it", async () => {
    await open({ lines: [{ ...LINE, chargeWeight: "5.0" }] });
    await press("取运价");
    expect(await candidates()).toEqual(["M采用 | 5.0 | 420.00 | 420.00", "N | 5.0 | 47.62 | 238.10"]);
    expect(screen.getByText("按重量计 238.10，低于最低运费 420.00，按最低运费收取")).toBeTruthy();
    // Another weight, typed in the dialog.
    const weight = screen.getByLabelText("计费重量", { selector: ".ant-modal input" });
    fireEvent.change(weight, { target: { value: "425" } });
    fireEvent.blur(weight);
    expect(await screen.findByText("再加 8.0 KG 起按下一重量段计费更便宜（12,940.00）")).toBeTruthy();
    fireEvent.change(weight, { target: { value: "5.0" } });
    fireEvent.blur(weight);
    await screen.findByText(/低于最低运费/);
    await press("采用");
    await waitFor(() => expect(shown(0)).toEqual(["M", "", "5.0", "420.00", "420.00"]));
  });

  it("leaves the boxes to be typed where none is kept", async () => {
    const server = await open({ lines: [{ ...LINE, chargeWeight: "99" }] });
    await press("取运价");
    expect((await screen.findByText(/未查到运价/)).textContent).toContain("可以直接填写等级、费率和运费");
    expect(buttons("采用").map((each) => each.disabled)).toEqual([true]);
    expect(server.to(TACT)).toHaveLength(1);
    await press("取消");
    typeInto(0, "rateCharge", "20.5");
    await waitFor(() => expect(cellOf(0, "rateCharge").text).toBe("20.5"));
  });

  it("puts what lies above the pivot weight of a load unit into a line of its own, once", async () => {
    await open({ lines: [{ ...LINE, rateClass: "U", commodityItemNo: "5", chargeWeight: "2000" }] });
    for (let round = 0; round < 2; round++) {
      await press("取运价");
      if (round === 1) {
        const weight = await screen.findByLabelText("计费重量", { selector: ".ant-modal input" });
        fireEvent.change(weight, { target: { value: "2000" } });
        fireEvent.blur(weight);
      }
      await candidates();
      await press("采用");
      await waitFor(() => expect(shown(1)).toEqual(["E", "", "200.0", "15.00", "3000.00"]));
      await waitFor(() => expect(shown(0)).toEqual(["U", "5", "1800.0", "30000.00", "30000.00"]));
      await waitFor(() => expect(screen.queryByLabelText("候选运价")).toBeNull());
    }
    expect(() => cellOf(2, "total").input).toThrow();
  });

  it("is asked for the line the cursor stands in, and changes the currency only after saying so", async () => {
    await open({ lines: [LINE, { ...LINE, chargeWeight: "7" }] });
    cellOf(1, "pieces").input.focus();
    await press("取运价");
    expect(await screen.findByText("运单币种将由 CNY 改为 USD")).toBeTruthy();
    await press("采用");
    await waitFor(() => expect(cellOf(1, "total").text).toBe("60.00"));
    await waitFor(() => expect([cellOf(0, "total").text, fieldAt("currency").input.value]).toEqual(["", "USD"]));
  });

  it("needs both stations", async () => {
    const server = await open({ arrivalStation: "FR" });
    await press("取运价");
    expect(toasts()).toEqual(["请先填写始发站和目的站"]);
    expect(document.activeElement).toBe(fieldAt("arrivalStation").input);
    await press("取附加费");
    expect([...server.to(TACT), ...server.to(SURCHARGE)]).toEqual([]);
  });

  it("can't be changed in a finished form", async () => {
    await open({ state: "DONE" });
    await screen.findByText("单证已完成，不能修改");
    expect([...buttons("取运价"), ...buttons("取附加费")]).toEqual([]);
  });
});

describe("the other charges", () => {
  it("are asked for by what the lines and the order come to; typed ones stay, the same code and due is replaced", async () => {
    const typed = [
      { code: "SC", due: "C", basis: "", rate: "", quantity: "", amount: "1.00", pay: "CC" },
      { code: "SC", due: "A", basis: "", rate: "", quantity: "", amount: "7.00", pay: "" },
    ];
    const server = await open({ charges: typed });
    await press("取附加费");
    await waitFor(() => expect(charges()).toEqual(["SC C 790.20", "SC A 7.00", "AW A 50.00", "MY C 1975.50"]));
    expect(Object.fromEntries(server.to(SURCHARGE)[0]?.query ?? [])).toEqual({
      carrierCode: "X9", departureStation: "PVG", arrivalStation: "FRA", date: "2026-07-18", goodsType: "普货", currency: "CNY",
      weight: "658.50", grossWeight: "500.00", pieces: "12", houses: "2",
    });
    expect(screen.getByText("已取 3 项附加费")).toBeTruthy();
    await press("撤销");
    expect(charges()).toEqual(["SC C 1.00", "SC A 7.00"]);
  });

  it("say when there are none", async () => {
    await open({}, { [`GET ${SURCHARGE}`]: () => [] });
    await press("取附加费");
    await waitFor(() => expect(toasts()).toEqual(["未查到附加费，可以直接填写"]));
    expect(charges()).toEqual([]);
  });

  it("leave out empty lines and never double a charge", () => {
    const row = (code: string, due: string, amount: string) => ({ code, due, basis: "", rate: "", quantity: "", amount, pay: "" });
    const merged = withCharges([row("", "C", ""), row("MY", "C", "1"), row("MY", "C", "2"), row("MY", "A", "3")], CHARGED.slice(1, 2));
    expect(merged.map(({ code, due, amount }) => `${String(code)} ${String(due)} ${String(amount)}`)).toEqual(["MY C 1975.50", "MY A 3"]);
    expect(merged[0]).toMatchObject({ rate: "3.00", quantity: "658.5", basis: "计费重量" });
  });
});

describe("figures", () => {
  it.each([[658.5, "658.5"], [500, "500.0"], [12.34, "12.34"], [12.3, "12.3"]])("write %d as %s", (weight, text) => {
    expect(weightText(weight)).toBe(text);
  });

  it("tell a saving only where there is one", () => {
    const priced = (total: number) => ({ candidates: [Q300, Q500], total }) as unknown as Parameters<typeof savedBy>[0];
    expect([savedBy(priced(14356.79)), savedBy(priced(14356.8)), savedBy(priced(14356.81))]).toEqual(["0.01", "", ""]);
  });
});
