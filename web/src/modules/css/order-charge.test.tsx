import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Answer, type StubServer, envelope, stubServer } from "@/platform/test-kit";
import { cellAt, drawnAt, pasteInto, textAt, typeInto } from "@/platform/test-sheet";
import { press, renderPage, toasts } from "@/platform/test-shell";
import { C5, C6, C7, E1, ROUTES, TOTALS, UUID, bodyOf, gridsThere, prepareCharges, reckon, sumsText } from "@/platform/charge/charge-kit";
import page from "./order-charge.page";

async function open(routes: Record<string, Answer> = {}): Promise<StubServer> {
  const server = stubServer({ ...ROUTES, ...routes });
  const Page = page.page!;
  renderPage(<Page />, `/css_order_charge?o=${UUID}`);
  await gridsThere();
  return server;
}
const checks = (server: StubServer) => server.to("/css/charge/check").map((each) => bodyOf(each));
const saves = (server: StubServer) => server.to("/css/charge/save").map((each) => bodyOf(each));
const status = () => [...document.querySelectorAll(".sheet-status")].map((each) => each.textContent).join("");
const stale = () => envelope(409, 3, "数据有变化，请刷新后重试", { changed: [] });

beforeEach(prepareCharges);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe("the charges of an order", () => {
  it("open with both sides, their sums, profit and types as they were told", async () => {
    const server = await open();
    for (const part of ["收入20,104.90", "成本13,170.00", "毛利6,934.90", "毛利率34.49%", "单位毛利10.53", "无税毛利6,542.36"]) expect(sumsText()).toContain(part);
    expect(textAt("income.0.amount")).toBe("19,749.90");
    expect([textAt("income.0.unitPrice"), textAt("income.0.quantity"), textAt("income.0.exchangeRate")]).toEqual(["30.00", "658.33", "1.0000"]);
    expect(drawnAt("income.1.amount").textContent).toBe("最低355.00");
    const head = document.querySelector(".order-figures")?.textContent ?? "";
    for (const fact of ["AE-2606200001", "999-12345675", "客户甲", "2026-06-20", "PVG – LAX · CA987", "10 / 480 / 3.95 / 658.33", "未锁账", "收入未完成"]) expect(head).toContain(fact);
    expect(screen.getByRole("table", { name: "按费用类别" }).textContent).toContain("操作355.00-");
    // Nothing was changed: nothing is asked, and nothing is unsaved.
    expect([checks(server), document.querySelector(".unsaved")]).toEqual([[], null]);
    fireEvent.click(screen.getByRole("switch", { name: "更多列" }));
    await waitFor(() => expect(textAt("income.0.creatorName")).toBe("操作一"));
  });

  it("are calculated by the server while they are typed, before anything is saved", async () => {
    const server = await open();
    typeInto("income.0.unitPrice", "31");
    await waitFor(() => expect(textAt("income.0.amount")).toBe("20,408.23"));
    expect([textAt("income.0.amountNotTax"), textAt("income.0.amountTax")]).toEqual(["19,253.05", "1,155.18"]);
    await waitFor(() => expect(sumsText()).toContain("毛利7,593.23"));
    expect(drawnAt("income.0.note").className).toContain("is-unsaved");
    expect(drawnAt("income.1.note").className).not.toContain("is-unsaved");
    const [asked] = checks(server);
    // Figures go as texts; no words of references, and nothing the server alone writes.
    expect(asked?.income[0]).toMatchObject({ id: "5", unitPrice: "31", quantity: "658.330", amountFixed: false });
    for (const name of ["serviceItemName", "coopName", "tags", "closed", "functionalAmount", "creatorName"]) expect(asked?.income[0]).not.toHaveProperty(name);
    await press("保存");
    await waitFor(() => expect(saves(server)).toHaveLength(1));
    const [saved] = saves(server);
    expect(saved?.income.map(({ id, unitPrice }) => [id, unitPrice])).toEqual([["5", "31.0000"]]);
    expect([saved?.cost, saved?.deleteIds, saved?.rowUuid, saved?.confirmed]).toEqual([[], [], "v3", []]);
    expect(saved?.requestId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    await waitFor(() => expect(toasts()).toContain("操作成功"));
  });

  it("leave the cell that is typed in alone, and write its figure when it is left", async () => {
    const server = await open();
    typeInto("income.0.unitPrice", "31");
    const input = cellAt("income.0.amount");
    fireEvent.keyDown(input, { key: "F2" });
    expect([input.value, input.classList.contains("is-open")]).toEqual(["19749.90", true]);
    await waitFor(() => expect(textAt("income.0.amountTax")).toBe("1,155.18"));
    expect(textAt("income.0.amount")).toBe("19,749.90");
    // Left as it was: no amount of the user's, the figure of the price takes its place.
    fireEvent.keyDown(input, { key: "Enter" });
    fireEvent.keyUp(input, { key: "Enter" });
    await waitFor(() => expect(textAt("income.0.amount")).toBe("20,408.23"));
    expect(checks(server).at(-1)?.income[0]).toMatchObject({ amountFixed: false });
  });

  it("flag what is typed or pasted, and let it follow again when it is emptied", async () => {
    const server = await open();
    const last = () => checks(server).at(-1)?.income[0];
    typeInto("income.0.quantity", "700");
    await waitFor(() => expect(last()).toMatchObject({ quantity: "700", quantityTyped: true, amountFixed: false }));
    fireEvent.keyDown(cellAt("income.0.quantity"), { key: "Delete" });
    await waitFor(() => expect(last()).toMatchObject({ quantity: null, quantityTyped: false }));
    pasteInto("income.0.amount", "20,000.00\t7.1");
    await waitFor(() => expect(last()).toMatchObject({ amount: "20000.00", amountFixed: true, exchangeRate: "7.1", rateTyped: true }));
    // A price wants the amount that follows from it, another currency the rate of its own.
    typeInto("income.0.unitPrice", "30.5");
    await waitFor(() => expect(last()).toMatchObject({ unitPrice: "30.5", amountFixed: false, rateTyped: true }));
    typeInto("income.0.currency", "USD");
    await waitFor(() => expect(last()).toMatchObject({ currency: "USD", rateTyped: false, exchangeRate: null }));
  });

  it("have what belongs to a service item come anew with another one", async () => {
    const server = await open();
    typeInto("income.0.serviceItemId", "安检费");
    await waitFor(() => expect(textAt("income.0.unitPrice")).toBe("50.00"));
    const asked = checks(server).map(({ income }) => income[0]).find((each) => each?.["serviceItemId"] === "103");
    // Other scopes and the other side have items of the same names.
    expect(new Set(server.to("/platform/select/serviceItem").map((each) => each.query.get("role")))).toEqual(new Set(["AE,INCOME"]));
    expect(asked).toMatchObject({ basis: null, currency: null, unitPrice: null, taxRate: null, amountMin: null, digits: null, carry: null, coopId: "11" });
    expect(textAt("income.0.currency")).toBe("CNY");
  });

  it("take a new row of a service item alone, and a row of nothing for none", async () => {
    const server = await open();
    fireEvent.click(screen.getByRole("button", { name: "＋ 添加应付" }));
    typeInto("cost.1.serviceItemId", "安检费");
    await waitFor(() => expect(textAt("cost.1.amount")).toBe("50.00"));
    fireEvent.click(screen.getByRole("button", { name: "＋ 添加应收" }));
    fireEvent.keyDown(window, { key: "s", ctrlKey: true });
    await waitFor(() => expect(saves(server)).toHaveLength(1));
    expect(saves(server)[0]?.income).toEqual([]);
    expect(saves(server)[0]?.cost).toHaveLength(1);
    expect(saves(server)[0]?.cost[0]).toMatchObject({ serviceItemId: "103", unitPrice: "50.0000" });
  });

  it("tell the ids of rows that were removed", async () => {
    const server = await open();
    fireEvent.keyDown(cellAt("income.0.note"), { key: "Delete", ctrlKey: true });
    await waitFor(() => expect(textAt("income.0.serviceItemId")).toBe("操作费"));
    await press("保存");
    await waitFor(() => expect(saves(server)[0]).toMatchObject({ income: [], cost: [], deleteIds: ["5"] }));
  });

  it("keep a row that is on a bill, and a side that is closed", async () => {
    const why = "费用已制账单，不能删除";
    await open({
      "GET /css/charge/list": () => ({ ...E1, income: [{ ...C5, closed: why }, C6], closed: { income: null, cost: "成本已完成" } }),
    });
    const input = cellAt("income.0.unitPrice");
    expect([input.readOnly, status()]).toEqual([true, why]);
    fireEvent.keyDown(input, { key: "Delete", ctrlKey: true });
    expect(toasts()).toContain(why);
    expect(textAt("income.0.serviceItemId")).toBe("空运费");
    expect(screen.getByText("成本已完成")).toBeTruthy();
    expect([cellAt("cost.0.unitPrice").readOnly, screen.queryByRole("button", { name: "＋ 添加应付" })]).toEqual([true, null]);
  });

  it("go by the right to delete row by row: one's own, those that are held, those that wait", async () => {
    const rows = [C5, { ...C6, closed: "待确认杂费", state: "PENDING" }, { ...C6, id: "8", closed: "订单已财务锁账", financialDate: "2026-06-30" }];
    const no = "没有编辑费用的权限";
    const removable = () => screen.queryAllByRole("button", { name: /^删除第/ }).map((each) => each.getAttribute("aria-label"));
    const told = (buttons: string[], closed: string | null) => ({ ...E1, income: rows.map((row) => ({ ...row, closed: row.closed ?? closed })), cost: [], buttons });
    // Who may add, but not delete: the row he began is his own.
    await open({ "GET /css/charge/list": () => told(["css-charge-add", "css-charge-edit"], null) });
    expect(removable()).toEqual([]);
    fireEvent.keyDown(cellAt("income.0.note"), { key: "Delete", ctrlKey: true });
    expect(toasts()).toContain("没有删除费用的权限");
    fireEvent.click(screen.getByRole("button", { name: "＋ 添加应收" }));
    await waitFor(() => expect(removable()).toEqual(["删除第4行"]));
    cleanup();
    // Who may delete, but not change: closed to typing, and not kept.
    const server = await open({ "GET /css/charge/list": () => told(["css-charge-del"], no) });
    expect([removable(), cellAt("income.0.note").readOnly]).toEqual([["删除第1行"], true]);
    for (const place of [1, 2]) fireEvent.keyDown(cellAt(`income.${place}.note`), { key: "Delete", ctrlKey: true });
    expect(toasts()).toEqual(["待确认杂费", "订单已财务锁账"]);
    fireEvent.click(screen.getByRole("button", { name: "删除第1行" }));
    await press("保存");
    await waitFor(() => expect(saves(server)[0]).toMatchObject({ income: [], deleteIds: ["5"] }));
  });

  it("keep following where they are filled down and copied", async () => {
    const server = await open();
    const second = () => checks(server).at(-1)?.income[1];
    const copied: string[] = [];
    fireEvent.keyDown(cellAt("income.1.amount"), { key: "d", ctrlKey: true });
    await waitFor(() => expect(second()).toMatchObject({ amount: null, amountFixed: false }));
    const from = cellAt("income.0.unitPrice");
    for (const key of ["ArrowRight", "ArrowRight"]) fireEvent.keyDown(from, { key, shiftKey: true });
    fireEvent.copy(from, { clipboardData: { setData: (_: string, text: string) => copied.push(text) } });
    expect(copied).toEqual(["30.0000\t658.330\t19749.90"]);
    pasteInto("income.1.unitPrice", copied[0]!);
    await waitFor(() => expect(second()).toMatchObject({ unitPrice: "30.0000", quantity: null, quantityTyped: false, amount: null, amountFixed: false }));
    // What comes from elsewhere was meant as it is.
    pasteInto("income.1.amount", "400.00");
    await waitFor(() => expect(second()).toMatchObject({ amount: "400.00", amountFixed: true }));
    // And so was what somebody had typed here.
    fireEvent.click(screen.getByRole("button", { name: "＋ 添加应收" }));
    fireEvent.keyDown(cellAt("income.2.amount"), { key: "d", ctrlKey: true });
    await waitFor(() => expect(checks(server).at(-1)?.income[2]).toMatchObject({ amount: "400.00", amountFixed: true }));
  });

  it("are values where they are copied without what they follow from", async () => {
    const server = await open();
    const second = () => checks(server).at(-1)?.income[1];
    let copied = "";
    const copy = (path: string, ...further: string[]) => {
      const from = cellAt(path);
      for (const key of further) fireEvent.keyDown(from, { key, shiftKey: true });
      fireEvent.copy(from, { clipboardData: { setData: (_: string, text: string) => (copied = text) } });
    };
    copy("income.0.amount");
    pasteInto("income.1.amount", copied);
    await waitFor(() => expect(second()).toMatchObject({ amount: "19749.90", amountFixed: true, unitPrice: "355.0000" }));
    copy("income.0.quantity", "ArrowRight");
    expect(copied).toBe("658.330\t19749.90");
    pasteInto("income.1.quantity", copied);
    await waitFor(() => expect(second()).toMatchObject({ quantity: "658.330", quantityTyped: true, amount: "19749.90", amountFixed: true }));
    copy("income.0.exchangeRate");
    pasteInto("income.1.exchangeRate", "7.1");
    await waitFor(() => expect(second()).toMatchObject({ exchangeRate: "7.1", rateTyped: true }));
    pasteInto("income.1.exchangeRate", copied);
    await waitFor(() => expect(Number(second()?.["exchangeRate"])).toBe(1));
    expect(second()).toMatchObject({ rateTyped: true });
  });

  it("say that the figures are out of date when they could not be had, and ask for them again", async () => {
    let fails = true;
    const server = await open({ "POST /css/charge/check": (asked) => (fails ? envelope(500, 500, "数据库忙") : ROUTES["POST /css/charge/check"]!(asked)) });
    typeInto("income.0.unitPrice", "31");
    expect((await screen.findByText(/合计与金额不是最新/)).textContent).toContain("数据库忙");
    expect([textAt("income.0.amount"), document.querySelector(".charge-sums.is-behind") !== null]).toEqual(["19,749.90", true]);
    fails = false;
    await press("重新计算");
    await waitFor(() => expect(textAt("income.0.amount")).toBe("20,408.23"));
    expect([screen.queryByText(/合计与金额不是最新/), document.querySelector(".charge-sums.is-behind"), checks(server).length]).toEqual([null, null, 2]);
  });

  it("write a figure that was kept back when its column goes away", async () => {
    await open();
    fireEvent.click(screen.getByRole("switch", { name: "更多列" }));
    await waitFor(() => expect(drawnAt("income.0.creatorName")).toBeTruthy());
    typeInto("income.0.unitPrice", "31");
    fireEvent.keyDown(cellAt("income.0.amount"), { key: "F2" });
    await waitFor(() => expect(textAt("income.0.amountTax")).toBe("1,155.18"));
    expect(textAt("income.0.amount")).toBe("19,749.90");
    fireEvent.click(screen.getByRole("switch", { name: "更多列" }));
    await waitFor(() => expect(textAt("income.0.amount")).toBe("20,408.23"));
  });

  it("show neither a side nor the profit to who may not see it", async () => {
    const { cost: _, profit: _profit, ...totals } = TOTALS;
    const { cost: _cost, ...told } = E1;
    const server = await open({ "GET /css/charge/list": () => ({ ...told, totals }), "POST /css/charge/check": (asked) => ({ income: bodyOf(asked).income.map(reckon), totals, findings: [] }) });
    expect(screen.getAllByRole("heading", { level: 2 }).map((each) => each.textContent)).toEqual(["应收2"]);
    expect(sumsText()).toBe("收入20,104.90");
    expect(screen.queryByText("应付")).toBeNull();
    typeInto("income.0.unitPrice", "31");
    await waitFor(() => expect(textAt("income.0.amount")).toBe("20,408.23"));
    expect(checks(server)[0]?.cost).toEqual([]);
  });

  it("say nothing is there to be seen, and why they could not be read", async () => {
    stubServer({ ...ROUTES, "GET /css/charge/list": () => envelope(200, 1, "数据不存在") });
    const Page = page.page!;
    renderPage(<Page />, `/css_order_charge?o=${UUID}`);
    expect((await screen.findByRole("alert")).textContent).toContain("数据不存在");
    const { income: _, cost: _cost, ...told } = E1;
    stubServer({ ...ROUTES, "GET /css/charge/list": () => told });
    await press("重试");
    expect(await screen.findByText("您没有查看应收和应付的权限")).toBeTruthy();
  });
});

describe("saving charges", () => {
  it("shows what the server finds at the rows as they stand in the grid", async () => {
    const message = "EUR在2026-06-20没有有效汇率";
    const server = await open({
      "POST /css/charge/save": () => envelope(200, 1, message, { findings: [{ field: "income.0.exchangeRate", severity: "error", key: "charge.rate", message }] }),
    });
    typeInto("income.1.note", "加急");
    await press("保存");
    await waitFor(() => expect(saves(server)[0]?.income).toHaveLength(1));
    await waitFor(() => expect(drawnAt("income.1.exchangeRate").className).toContain("is-wrong"));
    expect(drawnAt("income.1.note").className).toContain("is-wrong-row");
    expect(drawnAt("income.0.exchangeRate").className).not.toContain("is-wrong");
    expect(document.querySelector(".findings")?.textContent).toContain(message);
    expect(status()).toBe(message);
    expect(document.querySelector(".unsaved")).toBeTruthy();
  });

  it("asks whether a double line is meant, and sends the same again under the same name", async () => {
    let times = 0;
    const server = await open({
      "POST /css/charge/save": () => ((times += 1) === 1 ? envelope(409, 2, "", { confirms: [{ key: "charge.double", message: "存在重复费用，是否继续？" }] }) : { ...E1, rowUuid: "v4" }),
    });
    typeInto("income.1.note", "加急");
    await press("保存");
    expect(await screen.findByText("存在重复费用，是否继续？")).toBeTruthy();
    await press("是");
    await waitFor(() => expect(saves(server)).toHaveLength(2));
    const [first, second] = saves(server);
    expect(second).toEqual({ ...first, confirmed: ["charge.double"] });
    await waitFor(() => expect(document.querySelector(".unsaved")).toBeNull());
  });

  it("keeps what was typed when somebody else was first, and has both be told apart where they cross", async () => {
    let stored = E1;
    const server = await open({ "GET /css/charge/list": () => stored, "POST /css/charge/save": stale });
    typeInto("income.0.note", "我的备注");
    typeInto("income.1.unitPrice", "360");
    stored = { ...E1, rowUuid: "v9", income: [{ ...C5, taxRate: "0%" }, { ...C6, unitPrice: "370.0000" }, { ...C7, id: "8" }] };
    await press("保存");
    expect(await screen.findByText("数据有变化，请刷新后重试")).toBeTruthy();
    await press("重新加载");
    await waitFor(() => expect(textAt("income.2.serviceItemId")).toBe("空运费"));
    // The note is laid over what another has changed in the same row; the price both have changed is his, until its user chooses.
    expect([textAt("income.0.note"), textAt("income.0.taxRate"), textAt("income.1.unitPrice")]).toEqual(["我的备注", "0%", "370.00"]);
    const offer = document.querySelector<HTMLElement>(".draft-offer")!;
    fireEvent.click(within(offer).getByRole("button", { name: "恢复" }));
    const choice = await screen.findByRole("dialog");
    expect(within(choice).getByRole("row", { name: /应收/ }).textContent).toBe("应收3 行3 行");
    fireEvent.click(within(choice).getByRole("button", { name: "恢复" }));
    await waitFor(() => expect(textAt("income.1.unitPrice")).toBe("360.00"));
    expect(textAt("income.2.serviceItemId")).toBe("空运费");
    await press("保存");
    await waitFor(() => expect(saves(server)).toHaveLength(2));
    expect(saves(server)[1]).toMatchObject({ rowUuid: "v9", deleteIds: [] });
    expect(saves(server)[1]?.income.map(({ id }) => id)).toEqual(["5", "6"]);
  });

  it("sends nothing while a cell holds what cannot be read", async () => {
    const server = await open();
    typeInto("income.1.unitPrice", "abc");
    await press("保存");
    await waitFor(() => expect(status()).toBe("请输入数字"));
    expect([saves(server), textAt("income.1.unitPrice")]).toEqual([[], "abc"]);
  });

  it("says that the sums are out of date where what was refused was never calculated", async () => {
    const message = "EUR在2026-06-20没有有效汇率";
    await open({ "POST /css/charge/save": () => envelope(200, 1, message, { findings: [{ field: "income.0.exchangeRate", severity: "error", key: "charge.rate", message }] }) });
    typeInto("income.0.unitPrice", "31");
    fireEvent.keyDown(window, { key: "s", ctrlKey: true });
    expect(await screen.findByText("合计与金额不是最新")).toBeTruthy();
    await press("重新计算");
    await waitFor(() => expect(sumsText()).toContain("毛利7,593.23"));
  });

  it("leaves the keys of the sides to the page that is shown", async () => {
    const behind = document.createElement("div");
    behind.innerHTML = '<div class="charge-body"><div data-field="income"><button>behind</button></div></div>';
    document.body.prepend(behind);
    await open({ "GET /css/charge/list": () => ({ ...E1, income: [] }) });
    fireEvent.keyDown(window, { code: "Digit1", key: "1", altKey: true });
    expect(document.activeElement?.textContent).toBe("＋ 添加应收");
    document.querySelector<HTMLElement>(".charge-body:has(.charge-bar)")!.parentElement!.hidden = true;
    (document.activeElement as HTMLElement).blur();
    expect(fireEvent.keyDown(window, { code: "Digit1", key: "1", altKey: true })).toBe(true);
    behind.remove();
  });

  it("is reached by keys: Alt+1 and Alt+2 go to the sides, what is typed while it runs is not lost", async () => {
    let answer: (value: unknown) => void = () => undefined;
    const server = await open({ "POST /css/charge/save": () => new Promise((resolve) => (answer = resolve)) });
    fireEvent.keyDown(window, { code: "Digit2", key: "2", altKey: true });
    expect(document.activeElement?.getAttribute("aria-label")).toBe("服务项目 第1行");
    expect(document.activeElement?.closest("[data-field]")?.getAttribute("data-field")).toBe("cost");
    typeInto("cost.0.note", "x");
    fireEvent.keyDown(window, { key: "s", ctrlKey: true });
    await waitFor(() => expect(saves(server)).toHaveLength(1));
    const held = !fireEvent.keyDown(document.querySelector(".sheet-input")!, { key: "1" });
    expect(held).toBe(true);
    await act(async () => answer({ ...E1, rowUuid: "v4" }));
    await waitFor(() => expect(document.querySelector(".charge-body.is-saving")).toBeNull());
  });
});
