import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { TactQuote } from "@/modules/base/tact/tact-quote";
import { loadRoom } from "@/platform/i18n";
import { type Answer, type StubServer, envelope, stubServer } from "@/platform/test-kit";
import { fieldAt, press, renderPage } from "@/platform/test-shell";

const CANDIDATES = [
  { rateClass: "Q", from: 300, rate: 29.91, weight: 425, total: 12711.75 },
  { rateClass: "Q", from: 500, rate: 25.88, weight: 500, total: 12940 },
];

const ROW = {
  rowId: "1",
  source: "OWN",
  carrierCode: "X9",
  carrierName: "测试航空",
  departure: "PVG",
  arrival: "FRA",
  currency: "CNY",
  validFrom: "2026-07-01",
  validTo: "2026-07-31",
  minimum: 420,
  breaks: [
    { from: 0, rate: 47.62 },
    { from: 45, rate: 37.2 },
  ],
  weight: 425,
  rateClass: "Q",
  commodityItemNo: "",
  rate: 29.91,
  chargeWeight: 425,
  total: 12711.75,
  over: null,
  candidates: CANDIDATES,
  gapKg: 8,
  next: CANDIDATES[1],
  surcharges: [{ code: "MY", due: "C", basis: "计费重量", rate: 3, quantity: "425", amount: 1275, currency: "CNY" }],
  surchargeTotal: 1275,
  freightTotal: 13986.75,
  cheapest: true,
};

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const OFFERS = { "GET /platform/select/airport": () => [{ value: "PVG", label: "上海浦东" }, { value: "FRA", label: "法兰克福" }] };

async function open(routes: Record<string, Answer>): Promise<StubServer> {
  await loadRoom("base");
  const server = stubServer({ ...OFFERS, ...routes });
  renderPage(<TactQuote />, "/af_tact");
  await screen.findByText("始发港");
  return server;
}

async function choose(name: string, text: string): Promise<void> {
  fireEvent.mouseDown(fieldAt(name).input);
  const found = await screen.findAllByText(text, { selector: ".ant-select-item-option-content *, .ant-select-item-option-content" });
  fireEvent.click(found.at(-1) as HTMLElement);
}

describe("the look-up of rates", () => {
  it("tells what was compared, what it costs in all, and where more weight costs less", async () => {
    const server = await open({ "GET /afbase/tact/calc": () => ({ rows: [ROW] }) });
    await press("试算");
    // Nothing is asked while the route is missing.
    await waitFor(() => expect(fieldAt("arrivalStation").box.querySelector(".finding")?.textContent).toBe("请选择目的港"));
    expect(server.to("/afbase/tact/calc")).toEqual([]);
    await choose("departureStation", "上海浦东");
    await choose("arrivalStation", "法兰克福");
    fireEvent.change(fieldAt("weight").input, { target: { value: "425" } });
    fireEvent.blur(fieldAt("weight").input);
    await press("试算");
    const compared = await screen.findByRole("table", { name: "计算过程" });
    const chosen = within(compared).getByText("选中").closest("tr");
    expect(chosen?.textContent).toContain("12,711.75");
    expect(screen.getByText("再加8.0KG按500公斤级更省（12,940.00）")).toBeTruthy();
    expect(screen.getByText("13,986.75")).toBeTruthy();
    expect(screen.getByRole("table", { name: "附加费" }).textContent).toContain("MYC");
    const asked = server.to("/afbase/tact/calc").at(-1)?.query;
    expect([asked?.get("departureStation"), asked?.get("arrivalStation"), asked?.get("weight")]).toEqual(["PVG", "FRA", "425"]);
    expect(asked?.has("volume")).toBe(false);
  });

  it("shows the rates alone without a weight, and says when there is none", async () => {
    const bare = { ...ROW, rateClass: undefined, rate: undefined, total: undefined, candidates: undefined, gapKg: null, next: null, surcharges: [], freightTotal: null, cheapest: false };
    let rows: unknown[] = [bare];
    await open({ "GET /afbase/tact/calc": () => ({ rows }) });
    await choose("departureStation", "上海浦东");
    await choose("arrivalStation", "法兰克福");
    await press("试算");
    expect((await screen.findByRole("table", { name: "运价" })).textContent).toBe("MNQ45420.0047.6237.20");
    rows = [];
    await press("试算");
    await screen.findByText("未查到运价");
  });

  it("offers to try again when the look-up fails", async () => {
    let fails = true;
    await open({
      "GET /afbase/tact/calc": () => (fails ? envelope(500, 500, "服务器繁忙") : { rows: [ROW] }),
    });
    await choose("departureStation", "上海浦东");
    await choose("arrivalStation", "法兰克福");
    await press("试算");
    await screen.findByText("服务器繁忙");
    fails = false;
    await press("重试");
    await screen.findByText("13,986.75");
  });
});
