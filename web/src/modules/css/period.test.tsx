import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { loadRoom, setLanguage } from "@/platform/i18n";
import { useSession } from "@/platform/session";
import { envelope, stubServer } from "@/platform/test-kit";
import { fieldAt, press, renderPage, toasts } from "@/platform/test-shell";
import period from "./period.page";

const Page = period.page!;
const LIST = "GET /css/period/list";
const ALL = ["css_period", "css-period-open", "css-period-check", "css-period-close", "css-period-reopen"];
const figures = { orders: 4, locked: 1, unlocked: 3, income: "20000.00", cost: "25000.00", profit: "-5000.00", closer: null, closeTime: null };
const closed = { ...figures, state: "CLOSED", closer: "财务一", closeTime: "2026-06-02 10:00:00" };
const MONTHS = [
  { month: "2026-08", state: "NONE" },
  { month: "2026-07", state: "OPEN", ...figures },
  { month: "2026-06", state: "OPEN", ...figures, orders: 0, locked: 0, unlocked: 0 },
  { month: "2026-05", ...closed },
  { month: "2026-04", ...closed },
];
const FINE = [
  { mark: "✓", text: "较早期间均已结账" },
  { mark: "⚠", text: "3票业务日期在本期的订单未锁账" },
];
const WRONG = [{ mark: "✗", text: "较早的期间2026-06未结账" }];
const wide = window.innerWidth;

beforeEach(async () => {
  await setLanguage("zh-CN");
  await loadRoom("css");
  useSession.getState().setButtons(ALL);
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  window.innerWidth = wide;
});

const show = () => renderPage(<Page />, "/css_period");
const named = (name: string) => document.querySelector<HTMLElement>(`[aria-label="${name}"]`);
const acts = () =>
  [...document.querySelectorAll(".row-buttons button, .period-card-acts button")].map((each) => each.getAttribute("aria-label"));
const heads = () => [...document.querySelectorAll("th")].map((each) => each.textContent).filter(Boolean);

async function act(name: string): Promise<void> {
  fireEvent.click(await waitFor(() => named(name) ?? Promise.reject(new Error(name))));
}

it("shows the months newest first, each with what its state and the rights allow", async () => {
  stubServer({ [LIST]: () => MONTHS });
  show();
  await screen.findByText("2026-08");
  expect(heads()).toEqual(["月份", "状态", "业务票数", "已锁账", "未锁账", "收入", "成本", "毛利", "结账人", "结账时间", "操作"]);
  const cells = [...document.querySelectorAll(".ant-table-row")].map((row) => [...row.querySelectorAll("td")].map((each) => each.textContent).slice(0, 10));
  expect(cells.map((row) => row[0])).toEqual(["2026-08", "2026-07", "2026-06", "2026-05", "2026-04"]);
  expect(cells[0]).toEqual(["2026-08", "未开启", "-", "-", "-", "-", "-", "-", "-", "-"]);
  expect(cells[1]).toEqual(["2026-07", "开启", "4", "1", "3", "20,000.00", "25,000.00", "-5,000.00", "-", "-"]);
  expect(cells[2]?.slice(2, 5)).toEqual(["0", "0", "0"]);
  expect(cells[3]?.slice(8)).toEqual(["财务一", "2026-06-02 10:00:00"]);
  // Only the month closed last can be reopened.
  expect(acts()).toEqual([
    "开启 2026-08", "结账检查 2026-07", "结账 2026-07", "结账检查 2026-06", "结账 2026-06", "反结账 2026-05",
  ]);
});

it("has no money columns where the answer has no money, and no buttons without their rights", async () => {
  useSession.getState().setButtons(["css_period"]);
  stubServer({ [LIST]: () => MONTHS.map(({ month, state }) => ({ month, state, orders: 1, locked: 0, unlocked: 1 })) });
  show();
  await screen.findByText("2026-07");
  expect(heads()).toEqual(["月份", "状态", "业务票数", "已锁账", "未锁账", "结账人", "结账时间"]);
  expect(acts()).toEqual([]);
});

it("shows the single money column that the rights of the user leave", async () => {
  stubServer({ [LIST]: () => [{ month: "2026-07", state: "OPEN", orders: 1, locked: 0, unlocked: 1, income: "1.00" }] });
  show();
  await screen.findByText("1.00");
  expect(heads()).toContain("收入");
  expect(heads()).not.toContain("成本");
});

it("stacks the months as cards on a narrow screen", async () => {
  window.innerWidth = 390;
  stubServer({ [LIST]: () => MONTHS });
  show();
  const list = await screen.findByRole("list", { name: "财务期间" });
  expect(document.querySelector("table")).toBeNull();
  const cards = [...list.children] as HTMLElement[];
  expect(cards.map((card) => card.querySelector("b")?.textContent)).toEqual(MONTHS.map(({ month }) => month));
  expect(cards[0]?.querySelectorAll("dt")).toHaveLength(0);
  expect([...cards[1]!.querySelectorAll("dt")].map((each) => each.textContent)).toEqual(["业务票数", "已锁账", "未锁账", "收入", "成本", "毛利"]);
  expect(within(cards[3]!).getByText("财务一")).toBeTruthy();
  expect(acts()).toContain("反结账 2026-05");
});

it("tells that the months could not be read, and reads them again", async () => {
  const answers: unknown[] = [envelope(500, 500, "数据库忙"), []];
  stubServer({ [LIST]: () => answers.shift() });
  show();
  expect((await screen.findByRole("alert")).textContent).toContain("加载数据失败");
  await press("重试");
  await screen.findByText("暂无数据");
});

it("opens the next month after a question, and reads the list again", async () => {
  const server = stubServer({ [LIST]: () => MONTHS, "POST /css/period/open": () => ({ month: "2026-08", state: "OPEN" }) });
  show();
  await act("开启 2026-08");
  await screen.findByText("开启财务期间2026-08？");
  expect(server.to("/css/period/open")).toHaveLength(0);
  await press("确定");
  await waitFor(() => expect(server.to("/css/period/list")).toHaveLength(2));
  expect(server.to("/css/period/open")[0]?.json()).toEqual({ month: "2026-08" });
  expect(toasts()).toEqual(["操作成功"]);
});

it("says why a month was not opened, and reads what changed meanwhile", async () => {
  const said = "最多同时开启3个期间，请先结账2026-06";
  const server = stubServer({ [LIST]: () => MONTHS, "POST /css/period/open": () => envelope(200, 1, said) });
  show();
  await act("开启 2026-08");
  await press("确定");
  await waitFor(() => expect(server.to("/css/period/list")).toHaveLength(2));
  expect(toasts()).toEqual([`操作失败，${said}`]);
});

it("shows the marked list of the check", async () => {
  const server = stubServer({ [LIST]: () => MONTHS, "POST /css/period/check": () => [...FINE, ...WRONG] });
  show();
  await act("结账检查 2026-07");
  await screen.findByText("较早期间均已结账");
  const items = [...document.querySelectorAll(".period-check li")].map((each) => [each.querySelector("[role=img]")?.getAttribute("aria-label"), each.textContent]);
  expect(items).toEqual([
    ["通过", "✓较早期间均已结账"],
    ["提醒", "⚠3票业务日期在本期的订单未锁账"],
    ["未通过", "✗较早的期间2026-06未结账"],
  ]);
  expect(server.to("/css/period/check")[0]?.json()).toEqual({ month: "2026-07" });
});

const dialogButton = () => document.querySelector<HTMLButtonElement>(".ant-modal-footer .ant-btn-primary")!;

it("closes a month once its check was shown, and reads the list again", async () => {
  const server = stubServer({
    [LIST]: () => MONTHS,
    "POST /css/period/check": () => FINE,
    "POST /css/period/close": () => ({ month: "2026-06", state: "CLOSED" }),
  });
  show();
  await act("结账 2026-06");
  await screen.findByText("3票业务日期在本期的订单未锁账");
  await waitFor(() => expect(dialogButton().disabled).toBe(false));
  expect(server.to("/css/period/close")).toHaveLength(0);
  fireEvent.click(dialogButton());
  await waitFor(() => expect(server.to("/css/period/list")).toHaveLength(2));
  expect(server.to("/css/period/close").map((each) => each.json())).toEqual([{ month: "2026-06" }]);
});

it("closes nothing the check stands against", async () => {
  const server = stubServer({ [LIST]: () => MONTHS, "POST /css/period/check": () => WRONG });
  show();
  await act("结账 2026-07");
  await screen.findByText("检查未通过，请处理后再结账");
  expect(dialogButton().disabled).toBe(true);
  fireEvent.click(dialogButton());
  expect(server.to("/css/period/close")).toHaveLength(0);
});

it("checks again when the month could not be closed after all", async () => {
  const checks = [FINE, WRONG];
  const server = stubServer({
    [LIST]: () => MONTHS,
    "POST /css/period/check": () => checks.shift(),
    "POST /css/period/close": () => envelope(200, 1, "请先结账2026-06"),
  });
  show();
  await act("结账 2026-07");
  await waitFor(() => expect(dialogButton()?.disabled).toBe(false));
  fireEvent.click(dialogButton());
  await screen.findByText("较早的期间2026-06未结账");
  expect(dialogButton().disabled).toBe(true);
  expect(toasts()).toEqual(["操作失败，请先结账2026-06"]);
  expect(server.to("/css/period/list")).toHaveLength(2);
});

it("asks no check of who may only close", async () => {
  useSession.getState().setButtons(["css_period", "css-period-close"]);
  const server = stubServer({ [LIST]: () => MONTHS, "POST /css/period/close": () => ({ month: "2026-06", state: "CLOSED" }) });
  show();
  await act("结账 2026-06");
  await screen.findByText("结账后，2026-06的财务日期不能再使用");
  fireEvent.click(dialogButton());
  await waitFor(() => expect(server.to("/css/period/list")).toHaveLength(2));
  expect(server.to("/css/period/check")).toHaveLength(0);
});

it("reopens the month closed last for a reason of at most 200 characters", async () => {
  const server = stubServer({ [LIST]: () => MONTHS, "POST /css/period/reopen": () => ({ month: "2026-05", state: "OPEN" }) });
  show();
  await act("反结账 2026-05");
  await screen.findByText("反结账后，2026-05恢复为开启");
  fireEvent.click(dialogButton());
  await waitFor(() => expect(fieldAt("reason").box.textContent).toContain("请输入"));
  fireEvent.change(fieldAt("reason").input, { target: { value: "错".repeat(201) } });
  fireEvent.click(dialogButton());
  await waitFor(() => expect(fieldAt("reason").box.textContent).toContain("200"));
  expect(server.to("/css/period/reopen")).toHaveLength(0);
  fireEvent.change(fieldAt("reason").input, { target: { value: "更正收入" } });
  fireEvent.click(dialogButton());
  await waitFor(() => expect(server.to("/css/period/list")).toHaveLength(2));
  expect(server.to("/css/period/reopen")[0]?.json()).toEqual({ month: "2026-05", reason: "更正收入" });
});

const REVALUED = {
  made: false, voucher: null, reversal: null, gain: "880.00",
  rates: [{ currency: "USD", rate: "7.1000" }],
  rows: [
    {
      kind: "应收账款", number: "SE-DN-2605310001", orderCode: "SE-2605100001", coopName: "客户乙", currency: "USD", open: "3000.00",
      functional: "21000.00", revalued: "21300.00", difference: "300.00", posted: "否",
    },
  ],
};

it("shows what months have of papers where the answer tells it", async () => {
  stubServer({ [LIST]: () => [{ month: "2026-06", state: "OPEN", ...figures, openSources: 3, unclaimed: 0, revalued: true }] });
  show();
  await screen.findByText("2026-06");
  expect(heads()).toEqual(expect.arrayContaining(["未生成凭证", "待认领", "调汇"]));
  const cells = [...document.querySelectorAll(".ant-table-row td")].map((each) => each.textContent);
  expect(cells.slice(8, 11)).toEqual(["3", "0", "✓"]);
});

it("lists what is revalued, and posts it at the rates of the month's end", async () => {
  useSession.getState().setButtons(["css_period", "css-period-revalue"]);
  const server = stubServer({
    [LIST]: () => MONTHS,
    "POST /css/period/revalue/list": () => REVALUED,
    "POST /css/period/revalue": () => ({ month: "2026-06" }),
  });
  show();
  await act("期末调汇 2026-06");
  await screen.findByText("+300.00");
  await screen.findByText("汇兑损益 880.00");
  fireEvent.click(dialogButton());
  await waitFor(() => expect(server.to("/css/period/list")).toHaveLength(2));
  expect(server.to("/css/period/revalue")[0]?.json()).toMatchObject({ month: "2026-06", rates: { USD: "7.1" } });
});

it("takes back an accrual that was made, after a question", async () => {
  useSession.getState().setButtons(["css_period", "css-period-accrue"]);
  const rows = [{ orderCode: "SE-2605100001", coopName: "客户乙", income: "21000.00", cost: "0.00" }];
  const server = stubServer({
    [LIST]: () => MONTHS,
    "POST /css/period/accrue/list": () => ({ made: true, voucher: "记-5", reversal: "记-2", rows, income: "21000.00", cost: "0.00" }),
    "POST /css/period/accrue/undo": () => ({ month: "2026-06" }),
  });
  show();
  await act("期末暂估 2026-06");
  await screen.findByText("凭证记-5，次月冲回记-2");
  await press("撤销");
  await press("确定");
  await waitFor(() => expect(server.to("/css/period/list")).toHaveLength(2));
  expect(server.to("/css/period/accrue/undo")[0]?.json()).toEqual({ month: "2026-06" });
});
