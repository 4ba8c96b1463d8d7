import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { address, freshApp, logIn, openApp } from "@/app/app-kit";
import { ScopeStatistics } from "@/app/home/statistics";
import { analysisLink, lastDays, rowsOf } from "@/app/home/statistics-model";
import { loadRoom } from "@/platform/i18n";
import { SCOPES, type Scope } from "@/platform/scopes";
import { type Answer, envelope } from "@/platform/test-kit";
import { setLook } from "@/platform/theme/theme-store";

const NAMES = ["空运出口", "空运进口", "海运出口", "海运进口", "铁路出口", "铁路进口", "公路运输", "其他业务"];
const week = (business_scope: string, type: string, figures: (number | string)[]) => ({
  business_scope, org_id: "1", type, ...Object.fromEntries(figures.map((figure, day) => [`num_${day}`, figure])),
});
const LINES = [
  week("AE", "票数", [4, 0, 0, 0, 0, 0, 1200]),
  week("AE", "货量（吨）", ["2.21", "0.00", "0.00", "0.00", "0.00", "0.00", "1234.50"]),
  week("SE", "票数", [1, 0, 0, 0, 0, 0, 0]),
];

beforeAll(() => loadRoom("home"));
beforeEach(() => {
  freshApp();
  // The only tabs are those of the scopes.
  setLook({ tabs: false });
  Object.defineProperty(document.body, "clientWidth", { value: 1440, configurable: true });
  // Early morning in Shanghai, the evening before elsewhere.
  vi.setSystemTime(new Date("2026-06-30T22:00:00Z"));
  logIn();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const open = (answer: Answer = () => LINES) => openApp("/dashboard", { "GET /afbase/aforder/statistics": answer });
const tab = (name: string) => screen.findByRole("tab", { name });
const table = (scope: string) => screen.findByRole("table", { name: `${scope}近7天业务量` });
const cells = (row: Element) => [...row.children].map((cell) => cell.textContent);
const written = (from: HTMLElement) => within(from).getAllByRole("row").map(cells);
/** What the chart says at the pointer, by day. */
const drawn = () => [...document.querySelectorAll(".bars-tip")].map((tip) => [...tip.children].map((each) => each.textContent));
const heights = (tone: number) =>
  [...document.querySelectorAll<HTMLElement>(`.bars-bar.bars-tone-${tone}`)].map((bar) => bar.style.height);
const axes = () => [...document.querySelectorAll(".bars-axis")].map((axis) => [...axis.children].map((each) => each.textContent));

describe("the business statistics", () => {
  it("show a chart and a table of the same figures, a column for each day, a row for each type", async () => {
    // req: home-stats-chart-table, home-stats-window
    const server = open();
    expect(written(await table("空运出口"))).toEqual([
      ["统计项", "07-01", "06-30", "06-29", "06-28", "06-27", "06-26", "06-25"],
      ["票数", "4", "0", "0", "0", "0", "0", "1,200"],
      ["货量（吨）", "2.21", "0.00", "0.00", "0.00", "0.00", "0.00", "1,234.50"],
    ]);
    const chart = await screen.findByRole("img", { name: "空运出口近7天业务量" });
    expect([...(chart.querySelector(".bars-names")?.children ?? [])].map((each) => each.textContent)).toEqual([
      "07-01", "06-30", "06-29", "06-28", "06-27", "06-26", "06-25",
    ]);
    expect(drawn()[0]).toEqual(["07-01", "票数 4", "货量（吨） 2.21"]);
    expect(drawn()[6]).toEqual(["06-25", "票数 1,200", "货量（吨） 1,234.50"]);
    // What is counted has the axis at the left, what is weighed the one at the right.
    expect(axes()).toEqual([["0", "500", "1,000", "1,500"], ["0", "500", "1,000", "1,500"]]);
    expect([heights(0)[1], heights(0)[6]]).toEqual(["0%", "80%"]);
    expect(heights(1)[6]).toBe("82.3%");
    expect(server.to("/afbase/aforder/statistics")).toHaveLength(1);
  });

  it("have a tab for each scope; another one draws the chart anew and is there at the next visit", async () => {
    // req: home-stats-tabs, home-stats-tab-redraw, home-stats-last-tab
    const server = open();
    expect((await tab("空运出口")).getAttribute("aria-selected")).toBe("true");
    expect(screen.getAllByRole("tab").map((each) => each.textContent)).toEqual(NAMES);
    await screen.findByRole("img", { name: "空运出口近7天业务量" });
    fireEvent.click(await tab("海运出口"));
    await screen.findByRole("img", { name: "海运出口近7天业务量" });
    expect(drawn().map((tip) => tip[1])).toEqual(["票数 1", ...Array<string>(6).fill("票数 0")]);
    expect([heights(0)[0], heights(0)[1]]).toEqual(["100%", "0%"]);
    expect(server.to("/afbase/aforder/statistics")).toHaveLength(1);
    cleanup();
    open();
    expect((await tab("海运出口")).getAttribute("aria-selected")).toBe("true");
    expect((await tab("空运出口")).getAttribute("aria-selected")).toBe("false");
    await table("海运出口");
  });

  it("are gone through by the arrow keys", async () => {
    open();
    fireEvent.keyDown(await tab("空运出口"), { key: "ArrowLeft" });
    expect(document.activeElement).toBe(await tab("其他业务"));
    expect((await tab("其他业务")).getAttribute("aria-selected")).toBe("true");
    fireEvent.keyDown(await tab("其他业务"), { key: "ArrowRight" });
    expect((await tab("空运出口")).tabIndex).toBe(0);
    expect((await tab("其他业务")).tabIndex).toBe(-1);
  });

  it("lead to the analysis of the open scope over the same days", async () => {
    // req: home-stats-more
    open();
    fireEvent.click(await tab("海运进口"));
    const link = screen.getByRole("tablist").closest("section")?.querySelector("header a");
    expect(link?.textContent).toBe("更多");
    const url = new URL(link?.getAttribute("href") ?? "", "http://localhost");
    expect(url.pathname).toBe("/css_report_business_analysis");
    expect([...url.searchParams.keys()]).toEqual(["o"]);
    expect(JSON.parse(atob(url.searchParams.get("o") ?? ""))).toEqual({
      businessScope: "SI", orderUnit: "day", flightDateStart: "2026-06-25", flightDateEnd: "2026-07-01",
    });
    fireEvent.click(link as Element);
    await waitFor(() => expect(address()).toBe(`/css_report_business_analysis${url.search}`));
  });

  it("take 35% of the screen's height for the chart", async () => {
    // req: home-stats-chart-height
    Object.defineProperty(window.screen, "height", { value: 1000, configurable: true });
    open();
    await table("空运出口");
    expect(document.querySelector<HTMLElement>(".home-chart")?.style.height).toBe("350px");
  });

  it("say what is missing where a scope is known no more, and go on with the next tab", async () => {
    // req: home-stats-chart-key-missing
    localStorage.setItem("lastChartTab", "XX");
    open();
    expect(await screen.findByText("图表标识缺失")).toBeTruthy();
    expect(screen.queryByRole("img", { name: /近7天业务量/ })).toBeNull();
    fireEvent.click(await tab("空运出口"));
    await table("空运出口");
    expect(screen.queryByText("图表标识缺失")).toBeNull();
  });

  it("say what failed, in the server's words if it has any, and can be asked again", async () => {
    // req: home-stats-load-failed
    let answer: () => unknown = () => envelope(200, 1, "");
    open(() => answer());
    const alert = within(await screen.findByRole("tabpanel"));
    await alert.findByText("空运订单数据加载失败");
    answer = () => envelope(500, 500, "");
    fireEvent.click(alert.getByRole("button", { name: "重试" }));
    await waitFor(() => expect(alert.getByRole("alert").textContent).toContain("空运订单数据加载失败"));
    answer = () => envelope(200, 1, "统计正在维护");
    fireEvent.click(alert.getByRole("button", { name: "重试" }));
    await alert.findByText("统计正在维护");
    expect(screen.getByRole("heading", { name: "快捷工具" })).toBeTruthy();
    answer = () => LINES;
    fireEvent.click(alert.getByRole("button", { name: "重试" }));
    await table("空运出口");
  });

  it("keep nobody waiting: the other blocks are there before the figures", async () => {
    open(() => new Promise(() => undefined));
    await screen.findByRole("heading", { name: "快捷工具" });
    expect(screen.queryByRole("table")).toBeNull();
  });
});

describe("a scope without data", () => {
  const zeros = ["0", "0", "0", "0", "0", "0", "0"];
  const types = (scope: Scope) => {
    const others = LINES.filter((line) => line.business_scope !== scope);
    render(<ScopeStatistics lines={others} scope={scope} days={lastDays(new Date())} />);
    const [, ...rows] = written(screen.getByRole("table"));
    cleanup();
    for (const row of rows) expect(row.slice(1)).toEqual(zeros);
    return rows.map(([type]) => type);
  };

  it("shows count and tonnage by air", () => {
    // req: home-stats-empty-air
    for (const scope of ["AE", "AI"] as const) expect(types(scope)).toEqual(["票数", "货量（吨）"]);
  });

  it("shows count, chargeable tonnes and TEU by sea and rail", () => {
    // req: home-stats-empty-sea-rail
    for (const scope of ["SE", "SI", "TE", "TI"] as const) expect(types(scope)).toEqual(["票数", "计费吨", "TEU"]);
  });

  it("shows count and chargeable tonnes by road", () => {
    // req: home-stats-empty-road
    expect(types("LC")).toEqual(["票数", "计费吨"]);
  });

  it("shows the count of other business", () => {
    // req: home-stats-empty-other
    expect(types("IO")).toEqual(["票数"]);
  });
});

describe("the figures", () => {
  it("are those of the scope alone, and a missing one is none", () => {
    const [row] = rowsOf([{ business_scope: "AI", type: "票数", num_0: 2, num_1: null }, ...LINES], "AI", String);
    expect(row).toEqual({ type: "票数", figures: ["2", "0", "0", "0", "0", "0", "0"], values: [2, 0, 0, 0, 0, 0, 0] });
    expect(rowsOf([], "AE", String).map(({ type }) => type)).toEqual(["count", "tonnes"]);
    expect(SCOPES).toHaveLength(8);
  });

  it("are of the days of Shanghai, from midnight to midnight", () => {
    // req: home-stats-window
    expect(lastDays(new Date("2026-03-01T15:59:59Z"))).toEqual([
      "2026-03-01", "2026-02-28", "2026-02-27", "2026-02-26", "2026-02-25", "2026-02-24", "2026-02-23",
    ]);
    expect(lastDays(new Date("2026-03-01T16:00:00Z"))[0]).toBe("2026-03-02");
    expect(analysisLink("AE", ["2026-03-02", "2026-03-01"])).toMatch(/^\/css_report_business_analysis\?o=[\w%]+$/);
  });
});
