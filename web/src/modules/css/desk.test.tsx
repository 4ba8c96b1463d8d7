import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { loadRoom, setLanguage } from "@/platform/i18n";
import { envelope, stubServer } from "@/platform/test-kit";
import { press, renderPage } from "@/platform/test-shell";
import { optionOf } from "@/platform/charts/months-chart";
import { type DeskCard, hrefOf, scopeOf } from "./desk-data";
import desk from "./desk.page";

vi.mock("@/platform/charts/months-chart", async (original) => ({
  ...(await original<object>()),
  default: ({ bars, line }: { bars: { name: string; values: unknown[] }[]; line?: { name: string } }) => (
    <output>{[...bars.map(({ name, values }) => `${name} ${String(values.at(-1))}`), line?.name].join(", ")}</output>
  ),
}));

const Page = desk.page!;
const CALL = "GET /css/desk";
const label = (zh: string) => ({ zh, en: zh });
const LIST = "/af_order_lock_unlock_list";
const income: DeskCard = {
  key: "income", block: "receivable", label: label("待收入完成"), tone: "info", list: LIST, filter: "todo", of: "income",
  count: 3, amount: "20104.90", scopes: [{ scope: "AE", count: 2, amount: "104.90" }, { scope: "SE", count: 1, amount: "20000.00" }],
};
const lock: DeskCard = {
  key: "lock", block: "books", label: label("待锁账订单"), tone: "ready", list: LIST, filter: "todo", of: "profit",
  count: 0, amount: "0.00", scopes: [],
};
const loss: DeskCard = {
  key: "loss", block: "payable", label: label("亏损待审批"), tone: "danger", list: LIST, filter: "todo", of: "profit",
  count: 1, amount: "-6235.10", scopes: [{ scope: "AE", count: 1, amount: "-6235.10" }],
};
const period: DeskCard = {
  key: "period", block: "books", label: label("当前期间"), tone: "info", list: "/css_period", count: 2, names: ["2026-06", "2026-07"],
};
const months = [
  { month: "2026-06", income: "0.00", cost: "10.00", profit: "-10.00", rate: null },
  { month: "2026-07", income: "20000.00", cost: "15000.00", profit: "5000.00", rate: "25.00" },
];
const reports = [{ path: "/css_report_cancelled_order", title: label("取消订单"), group: false }];
const ANSWER = { cards: [income, loss, lock, period], months, reports };

beforeEach(async () => {
  await setLanguage("zh-CN");
  await loadRoom("css");
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(path: string, answer: unknown = ANSWER) {
  const server = stubServer({ [CALL]: () => answer });
  renderPage(<Page />, path);
  return server;
}

const hrefs = (within_: HTMLElement) => within(within_).getAllByRole("link").map((link) => link.getAttribute("href"));

it("shows the cards in their blocks, each leading to what it counted", async () => {
  open("/css");
  const receivable = await screen.findByRole("navigation", { name: "应收" });
  expect(receivable.textContent).toContain("待收入完成3收入 20,104.90");
  // The list is of one scope: each scope has its own way there.
  expect(hrefs(receivable)).toEqual([`${LIST}?todo=income&businessScope=AE`, `${LIST}?todo=income&businessScope=SE`]);
  expect(within(receivable).getByRole("link", { name: "海运出口 1" })).toBeTruthy();
  const payable = screen.getByRole("navigation", { name: "应付" });
  expect(hrefs(payable)).toEqual([`${LIST}?todo=loss&businessScope=AE`]);
  expect(payable.textContent).toContain("毛利 -6,235.10");
  expect(payable.querySelector(".board-card")?.className).toContain("tone-danger");
  const books = screen.getByRole("navigation", { name: "账务" });
  expect(hrefs(books)).toEqual([`${LIST}?todo=lock&businessScope=AE`, "/css_period"]);
  expect(books.textContent).toContain("2026-06  2026-07");
  expect(hrefs(screen.getByRole("navigation", { name: "报表" }))).toEqual(["/css_report_cancelled_order"]);
});

it("leads from a card of bills to its list under the filters it was counted by, and names who owes most", async () => {
  const query = { status: "MADE,STATED", businessScope: "AE" };
  const toReceive: DeskCard = { key: "toReceive", block: "receivable", label: label("待收款"), tone: "info", list: "/af_css_debit_note", query, of: "income", count: 2, amount: "45000.00" };
  const overdue = [{ code: "KH002", name: "客户乙", amount: "25000.00", days: 36, sales: "销售二" }];
  open("/css?businessScope=AE", { cards: [toReceive], overdue, reports: [] });
  const receivable = await screen.findByRole("navigation", { name: "应收" });
  expect(receivable.textContent).toBe("应收待收款245,000.00");
  expect(hrefs(receivable)).toEqual(["/af_css_debit_note?status=MADE,STATED&businessScope=AE"]);
  const block = screen.getByRole("region", { name: "逾期客户前十" });
  expect(block.querySelector("tbody")?.textContent).toBe("客户乙25,000.0036销售二");
  expect(hrefs(block)).toEqual(["/af_css_debit_note?overdue=true&customerName=KH002"]);
});

it("says that there are more than are named", async () => {
  open("/css", { cards: [{ ...period, count: 3 }], reports: [] });
  const books = await screen.findByRole("navigation", { name: "账务" });
  expect(books.textContent).toContain("3");
  expect(books.textContent).toContain("2026-06  2026-07  …");
});

it("draws the months and writes them below, the newest first", async () => {
  open("/css");
  const block = await screen.findByRole("region", { name: "近12个月" });
  await waitFor(() => expect(block.querySelector("output")?.textContent).toBe("收入 20000, 成本 15000, 毛利 5000, 毛利率"));
  const rows = [...block.querySelectorAll("tbody tr")].map((row) => [...row.children].map((cell) => cell.textContent));
  expect(rows).toEqual([
    ["2026-07", "20,000.00", "15,000.00", "5,000.00", "25.00%"],
    ["2026-06", "0.00", "10.00", "-10.00", "-"],
  ]);
});

it("tells counts alone where amounts are not told, and one side where one is", async () => {
  const { amount: _, of: _of, ...bare } = income;
  open("/css", { cards: [bare], months: [{ month: "2026-07", cost: "1.00" }], reports: [] });
  const receivable = await screen.findByRole("navigation", { name: "应收" });
  expect(receivable.textContent).not.toContain("收入 ");
  const heads = [...document.querySelectorAll("thead th")].map((head) => head.textContent);
  expect(heads).toEqual(["月份", "成本"]);
  expect(screen.queryByRole("navigation", { name: "报表" })).toBeNull();
});

it("keeps scope and 我的 in the address and asks by them", async () => {
  const server = open("/css?businessScope=SE&mine=true");
  const receivable = await screen.findByRole("navigation", { name: "应收" });
  const asked = server.to("/css/desk")[0]?.query;
  expect([asked?.get("businessScope"), asked?.get("mine")]).toEqual(["SE", "true"]);
  expect(hrefs(receivable)).toEqual([`${LIST}?todo=income&businessScope=SE&mine=true`]);
  fireEvent.click(screen.getByRole("checkbox", { name: "我的" }));
  await waitFor(() => expect(server.to("/css/desk").at(-1)?.query.get("mine")).toBeNull());
});

it("tells that the desk could not be read, and reads it again", async () => {
  const answers: unknown[] = [envelope(500, 500, "数据库忙"), { cards: [], reports: [] }];
  const server = stubServer({ [CALL]: () => answers.shift() });
  renderPage(<Page />, "/css");
  expect((await screen.findByRole("alert")).textContent).toContain("加载数据失败");
  await press("重试");
  await waitFor(() => expect(server.to("/css/desk")).toHaveLength(2));
});

it("names the scope a card leads to, and no filter of a page that has none", () => {
  expect([scopeOf(income, {}), scopeOf(loss, {}), scopeOf(lock, { businessScope: "TE" })]).toEqual([undefined, "AE", "TE"]);
  expect(hrefOf(period, { mine: "true" })).toBe("/css_period");
});

it("draws the rate in percent at an axis of its own", () => {
  const look = { color: (name: string) => name, text: { color: "soft", fontFamily: "x", fontSize: 12 } };
  const bars = [{ name: "收入", values: [1, 2] }];
  const drawn = optionOf({ title: "t", months: ["a", "b"], bars, line: { name: "毛利率", values: [null, 25] }, show: String }, look);
  expect(drawn.yAxis).toHaveLength(2);
  expect(drawn.series.map(({ type }) => type)).toEqual(["bar", "line"]);
  expect(optionOf({ title: "t", months: ["a"], bars, show: String }, look).yAxis).toHaveLength(1);
});
