import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { useSession } from "@/platform/session";
import { type Answer, type StubServer, envelope, stubServer } from "@/platform/test-kit";
import { cellAt, drawnAt, textAt, typeInto } from "@/platform/test-sheet";
import { buttons, fieldAt, press, renderPage, toasts } from "@/platform/test-shell";
import { BUTTONS, C5, C6, C7, E1, ROUTES, TOTALS, UUID, bodyOf, gridsThere, prepareCharges } from "@/platform/charge/charge-kit";
import page from "./order-charge.page";

const why = (zh: string) => ({ zh, en: zh });
const ADDED = { ...C6, id: null, serviceItemId: "103", serviceItemName: "安检费", unitPrice: "50.0000", amount: "50.00", source: "计费", cardId: "7" };
const RATED = {
  income: [C5, C6, ADDED],
  cost: [C7],
  totals: { ...TOTALS, income: { ...TOTALS.income!, functional: "20154.90" } },
  result: [
    { kind: "RECEIVABLE", serviceName: "安检费", coopName: "客户甲", state: "new", amount: "50.00", why: null },
    { kind: "RECEIVABLE", serviceName: "空运费", coopName: "客户甲", state: "kept", amount: "19749.90", why: why("已有费用，未覆盖") },
    { kind: "PAYABLE", serviceName: "燃油附加费", coopName: null, state: "none", amount: null, why: why("没有适用的价目") },
  ],
};

async function open(routes: Record<string, Answer> = {}): Promise<StubServer> {
  const server = stubServer({ ...ROUTES, ...routes });
  const Page = page.page!;
  renderPage(<Page />, `/css_order_charge?o=${UUID}`);
  await gridsThere();
  return server;
}
const asked = (server: StubServer, call: string) => server.to(`/css/charge/${call}`).map((each) => bodyOf(each));
const dialog = () => screen.findByRole("dialog");

beforeEach(prepareCharges);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe("rating an order", () => {
  it("tells what would be new, kept and unmatched, and writes it when its user says so", async () => {
    const server = await open({ "POST /css/charge/rate": () => RATED });
    await press("自动计费");
    await dialog();
    await press("预览");
    await waitFor(() => expect(asked(server, "rate")).toHaveLength(1));
    // All rows as they stand go along.
    expect(asked(server, "rate")[0]).toMatchObject({ orderUuid: UUID, kind: "", items: [], overwrite: true });
    expect(asked(server, "rate")[0]?.income.map(({ id }) => id)).toEqual(["5", "6"]);
    const result = await waitFor(() => screen.getByText("自动计费结果").closest<HTMLElement>("[role=dialog]")!);
    expect(within(result).getByRole("status").textContent).toBe("新增 1 行保留 1 行未匹配 1 行");
    expect(result.textContent).toContain("已有费用，未覆盖");
    expect(result.textContent).toContain("没有适用的价目");
    expect([asked(server, "save"), document.querySelector('[data-field="income.2.amount"]')]).toEqual([[], null]);
    fireEvent.click(within(result).getByRole("button", { name: "确定" }));
    await waitFor(() => expect(textAt("income.2.serviceItemId")).toBe("安检费"));
    await press("保存");
    await waitFor(() => expect(asked(server, "save")).toHaveLength(1));
    // The card it came of goes back with it.
    expect(asked(server, "save")[0]?.income).toMatchObject([{ serviceItemId: "103", source: "计费", cardId: "7" }]);
  });

  it("is taken back by the message, and by Ctrl+Z in the grid", async () => {
    await open({ "POST /css/charge/rate": () => RATED });
    const takeOver = async () => {
      await press("自动计费");
      await press("预览");
      await press("确定");
      await waitFor(() => expect(textAt("income.2.serviceItemId")).toBe("安检费"));
    };
    await takeOver();
    await press("撤销");
    await waitFor(() => expect(document.querySelector('.sheet-cells [data-field="income.2.amount"]')).toBeNull());
    await takeOver();
    fireEvent.keyDown(cellAt("income.0.note"), { key: "z", ctrlKey: true });
    await waitFor(() => expect(document.querySelector('.sheet-cells [data-field="income.2.amount"]')).toBeNull());
  });

  it("leaves what was typed meanwhile alone when it is taken back", async () => {
    await open({ "POST /css/charge/rate": () => RATED });
    await press("自动计费");
    await press("预览");
    await press("确定");
    await waitFor(() => expect(textAt("income.2.serviceItemId")).toBe("安检费"));
    typeInto("income.2.note", "加急");
    await press("撤销");
    await waitFor(() => expect(toasts().join()).toContain("费用已有改动"));
    expect(textAt("income.2.note")).toBe("加急");
  });

  it("has nothing to write when nothing matched", async () => {
    await open({ "POST /css/charge/rate": () => ({ ...RATED, result: RATED.result.slice(2) }) });
    await press("自动计费");
    await press("预览");
    await waitFor(() => expect(screen.getByText("没有可写入的费用")).toBeTruthy());
    expect(buttons("确定").at(-1)?.disabled).toBe(true);
  });
});

/** Chooses an option of a field. A dialog that has just come takes the focus once more, which closes a list that is open. */
const choose = (name: string, text: string) =>
  waitFor(() => {
    const option = [...document.querySelectorAll(".ant-select-item-option")].find(({ textContent }) => textContent === text);
    if (option) return fireEvent.click(option);
    if (!document.querySelector(".ant-select-dropdown:not(.ant-select-dropdown-hidden, [class*=leave])")) fireEvent.mouseDown(fieldAt(name).input);
    throw new Error(`no option ${text}`);
  });

describe("templates, copies and rates", () => {
  it("offer the templates that fit, and say when none does", async () => {
    let templates = [{ id: "9", templateCode: "TPL-1", templateName: "空运出口常用", kind: "RECEIVABLE", lines: 4 }];
    const server = await open({ "GET /css/charge/templates": () => templates, "POST /css/charge/applyTemplate": () => RATED });
    await press("套用模板");
    await dialog();
    fireEvent.mouseDown(fieldAt("templateId").input);
    fireEvent.click(await screen.findByTitle("TPL-1 空运出口常用（应收，4 行）"));
    await press("预览");
    await waitFor(() => expect(asked(server, "applyTemplate")[0]).toMatchObject({ orderUuid: UUID, templateId: "9" }));
    await press("取消");
    templates = [];
    await press("套用模板");
    await waitFor(() => expect(toasts()).toContain("没有适用于本票的费用模板"));
  });

  it("copy chosen income to cost at a price that is less, by the places of what is sent", async () => {
    const server = await open({ "POST /css/charge/copyIncomeToCost": () => RATED });
    // A row of nothing is not sent, and does not count.
    fireEvent.click(screen.getByRole("button", { name: "＋ 添加应收" }));
    fireEvent.click(screen.getByRole("button", { name: "复制" }));
    fireEvent.click(await screen.findByRole("menuitem", { name: "复制收入为成本" }));
    await dialog();
    await waitFor(() => expect(fieldAt("rows").box.contains(document.activeElement)).toBe(true));
    fireEvent.change(fieldAt("percent").input, { target: { value: "5" } });
    await choose("coopId", "供应商乙");
    await press("预览");
    await waitFor(() => expect(asked(server, "copyIncomeToCost")[0]).toMatchObject({ rows: [0, 1], percent: "5", coopId: "21" }));
    expect(asked(server, "copyIncomeToCost")[0]?.income).toHaveLength(2);
  });

  it("copy the charges of another order, and say why they can't", async () => {
    const server = await open({ "POST /css/charge/copyOrder": () => envelope(200, 1, "订单不存在", { findings: [{ field: "fromOrder", severity: "error", key: "x", message: "订单不存在" }] }) });
    fireEvent.click(screen.getByRole("button", { name: "复制" }));
    fireEvent.click(await screen.findByRole("menuitem", { name: "复制订单费用" }));
    await dialog();
    fireEvent.change(fieldAt("fromOrder").input, { target: { value: "ae-2606010009" } });
    await press("预览");
    await waitFor(() => expect(fieldAt("fromOrder").box.textContent).toContain("订单不存在"));
    expect(asked(server, "copyOrder")[0]).toMatchObject({ fromOrder: "AE-2606010009" });
  });

  it("renew the rates after the same look", async () => {
    const server = await open({ "POST /css/charge/refreshRate": () => RATED });
    await press("刷新汇率");
    await screen.findByText("刷新汇率结果");
    expect(asked(server, "refreshRate")[0]?.cost).toHaveLength(1);
  });

  it("keep what was typed while new rates were on their way, and send them as such", async () => {
    const usd = { ...C5, currency: "USD", currencyName: "USD", exchangeRate: "7.100000" };
    const renewed = { ...usd, exchangeRate: "7.200000", functionalAmount: "142199.28", refreshed: true };
    let answer: (value: unknown) => void = () => undefined;
    const server = await open({
      "GET /css/charge/list": () => ({ ...E1, income: [usd, C6] }),
      "POST /css/charge/refreshRate": () => new Promise((resolve) => (answer = resolve)),
    });
    await press("刷新汇率");
    await waitFor(() => expect(asked(server, "refreshRate")).toHaveLength(1));
    typeInto("income.0.note", "加急");
    typeInto("income.1.unitPrice", "360");
    await act(async () => answer({ ...RATED, income: [renewed, C6] }));
    await press("确定");
    await waitFor(() => expect(textAt("income.0.exchangeRate")).toBe("7.2000"));
    expect([textAt("income.0.note"), textAt("income.1.unitPrice")]).toEqual(["加急", "360.00"]);
    await press("保存");
    await waitFor(() => expect(asked(server, "save")).toHaveLength(1));
    expect(asked(server, "save")[0]?.income).toMatchObject([{ id: "5", note: "加急", refreshed: true, rateTyped: false }, { id: "6", unitPrice: "360" }]);
  });

  it("send a stored row whose rate alone was renewed, or whose quantity the card made anew", async () => {
    const rated = { ...C6, cardId: "7", tag: "NEXT_BREAK", quantity: "2.000" };
    const server = await open({
      "GET /css/charge/list": () => ({ ...E1, income: [C5, { ...C6, cardId: "7", tag: "NEXT_BREAK" }] }),
      "POST /css/charge/refreshRate": () => ({ ...RATED, income: [{ ...C5, refreshed: true }, rated] }),
    });
    await press("刷新汇率");
    await press("确定");
    await waitFor(() => expect(textAt("income.1.quantity")).toBe("2"));
    await press("保存");
    await waitFor(() => expect(asked(server, "save")).toHaveLength(1));
    expect(asked(server, "save")[0]?.income).toMatchObject([{ id: "5", refreshed: true }, { id: "6", quantity: "2.000", cardId: "7", tag: "NEXT_BREAK" }]);
    expect(asked(server, "save")[0]?.cost).toEqual([]);
  });

  it("tell at its cell what the server can't read", async () => {
    const message = "单价超出范围";
    await open({ "POST /css/charge/refreshRate": () => envelope(200, 1, message, { findings: [{ field: "income.0.unitPrice", severity: "error", key: "x", message }] }) });
    await press("刷新汇率");
    await waitFor(() => expect(drawnAt("income.0.unitPrice").className).toContain("is-wrong"));
    expect(toasts().join()).toContain(message);
  });

  it("go ahead with no cell that can't be read, and lead to it where its column is hidden, too", async () => {
    const server = await open();
    typeInto("income.1.unitPrice", "abc");
    for (const word of ["自动计费", "套用模板", "刷新汇率"]) {
      act(() => (document.activeElement as HTMLElement).blur());
      fireEvent.click(buttons(word)[0]!);
      expect(document.activeElement?.getAttribute("data-cell")).toBe("income.1.unitPrice");
    }
    expect(toasts()).toContain("请先更正标红的内容");
    typeInto("income.1.unitPrice", "355");
    fireEvent.click(screen.getByRole("switch", { name: "更多列" }));
    await waitFor(() => expect(drawnAt("income.0.amountMin")).toBeTruthy());
    typeInto("income.0.amountMin", "x");
    fireEvent.click(screen.getByRole("switch", { name: "更多列" }));
    await waitFor(() => expect(document.querySelector('.sheet-cells [data-field="income.0.amountMin"]')).toBeNull());
    fireEvent.click(buttons("自动计费")[0]!);
    await waitFor(() => expect(document.activeElement?.getAttribute("data-cell")).toBe("income.0.amountMin"));
    expect([screen.queryByRole("dialog"), asked(server, "rate"), asked(server, "refreshRate")]).toEqual([null, [], []]);
  });

  it("offer to copy income to cost where there is income and the cost is open", async () => {
    const offered = async (told: object) => {
      await open({ "GET /css/charge/list": () => ({ ...E1, ...told }) });
      fireEvent.click(buttons("复制")[0]!);
      await screen.findByRole("menuitem", { name: "复制订单费用" });
      const found = screen.queryByRole("menuitem", { name: "复制收入为成本" }) !== null;
      cleanup();
      return found;
    };
    expect(await offered({ income: [] })).toBe(false);
    expect(await offered({ closed: { income: null, cost: "成本已完成" } })).toBe(false);
    expect(await offered({ closed: { income: "收入已完成", cost: null } })).toBe(true);
  });

  it("take a copy back by the message", async () => {
    await open({ "POST /css/charge/copyIncomeToCost": () => ({ ...RATED, income: [C5, C6], cost: [C7, { ...ADDED, coopId: "21" }] }) });
    fireEvent.click(buttons("复制")[0]!);
    fireEvent.click(await screen.findByRole("menuitem", { name: "复制收入为成本" }));
    await dialog();
    await waitFor(() => expect(fieldAt("rows").box.contains(document.activeElement)).toBe(true));
    fireEvent.change(fieldAt("percent").input, { target: { value: "5" } });
    await choose("coopId", "供应商乙");
    await press("预览");
    await press("确定");
    // The rows are there with the message, which goes by itself.
    const back = buttons("撤销").at(-1);
    await waitFor(() => expect(textAt("cost.1.serviceItemId")).toBe("安检费"));
    fireEvent.click(back!);
    await waitFor(() => expect(document.querySelector('.sheet-cells [data-field="cost.1.amount"]')).toBeNull());
  });

  it("renew rates for who has the button of its own", async () => {
    await open({ "GET /css/charge/list": () => ({ ...E1, buttons: BUTTONS.filter((code) => code !== "css-charge-refresh") }) });
    expect([buttons("刷新汇率"), buttons("自动计费")].map(({ length }) => length)).toEqual([0, 1]);
  });

  it("are for who may use them", async () => {
    await open({ "GET /css/charge/list": () => ({ ...E1, buttons: [] }) });
    for (const word of ["自动计费", "套用模板", "复制", "刷新汇率", "收入完成", "成本完成", "保存", "＋ 添加应收"]) expect(buttons(word)).toEqual([]);
    expect(cellAt("income.0.unitPrice").readOnly).toBe(true);
  });
});

describe("finishing a side", () => {
  const FINISHED = { ...E1, rowUuid: "v4", order: { ...E1.order, incomeRecorded: true, orderRowUuid: "o2" }, closed: { income: "收入已完成", cost: null }, buttons: [...BUTTONS, "css-charge-rollback"] };

  it("is asked about with what the order comes to, then can be taken back", async () => {
    const server = await open({ "PUT /css/charge/finish": () => FINISHED, "PUT /css/charge/rollback": () => E1 });
    await press("收入完成");
    const question = await dialog();
    for (const sum of ["收入 CNY 20,104.90", "成本 CNY 13,170.00", "毛利 CNY 6,934.90"]) expect(question.textContent).toContain(sum);
    fireEvent.click(within(question).getByRole("button", { name: "收入完成" }));
    await waitFor(() => expect(asked(server, "finish")[0]).toEqual({ orderUuid: UUID, orderRowUuid: "o1", kind: "RECEIVABLE", confirmed: [] }));
    await waitFor(() => expect(document.querySelector(".charge-closed")?.textContent).toBe("收入已完成"));
    expect(toasts()).toContain("操作成功");
    fireEvent.click(await screen.findByRole("button", { name: "退回" }));
    fireEvent.click(await screen.findByRole("menuitem", { name: "退回收入完成" }));
    await press("退回收入完成");
    await waitFor(() => expect(asked(server, "rollback")[0]).toMatchObject({ orderRowUuid: "o2", kind: "RECEIVABLE" }));
  });

  it("asks with the sums as they are after what was typed is saved", async () => {
    const saved = { ...E1, rowUuid: "v4", totals: { ...TOTALS, income: { ...TOTALS.income!, functional: "20763.23" }, profit: { ...TOTALS.profit!, amount: "7593.23" } } };
    const server = await open({ "POST /css/charge/save": () => saved });
    typeInto("income.0.unitPrice", "31");
    await press("收入完成");
    const question = await dialog();
    expect(question.textContent).not.toContain("CNY");
    fireEvent.click(within(question).getByRole("button", { name: "保存" }));
    await waitFor(() => expect(asked(server, "save")).toHaveLength(1));
    await waitFor(() => expect(screen.getAllByRole("dialog").at(-1)?.textContent).toContain("收入 CNY 20,763.23"));
    expect(screen.getAllByRole("dialog").at(-1)?.textContent).toContain("毛利 CNY 7,593.23");
  });

  it("saves first what was typed, answers what the server asks, and tells what waits for a decision", async () => {
    let times = 0;
    const server = await open({
      "PUT /css/charge/finish": () => ((times += 1) === 1 ? envelope(409, 2, "", { confirms: [{ key: "charge.none", message: "没有费用，确认完成？" }] }) : { ...E1, approving: { instanceNo: "SP-0001" } }),
    });
    typeInto("cost.0.note", "x");
    await press("成本完成");
    const question = await dialog();
    fireEvent.click(within(question).getByRole("button", { name: "保存" }));
    await waitFor(() => expect(asked(server, "save")).toHaveLength(1));
    await waitFor(() => expect(screen.getAllByRole("dialog").at(-1)?.textContent).toContain("毛利 CNY"));
    fireEvent.click(within(screen.getAllByRole("dialog").at(-1)!).getByRole("button", { name: "成本完成" }));
    await screen.findByText("没有费用，确认完成？");
    await press("是");
    await waitFor(() => expect(toasts()).toContain("已提交审批 SP-0001"));
    expect(asked(server, "finish")[1]).toMatchObject({ kind: "PAYABLE", confirmed: ["charge.none"] });
  });
});

it("draws the rows as cards where the screen is narrow, with the same flags", async () => {
  Object.defineProperty(window, "innerWidth", { value: 390, configurable: true, writable: true });
  try {
    useSession.getState().setButtons([]);
    const server = stubServer(ROUTES);
    const Page = page.page!;
    renderPage(<Page />, `/css_order_charge?o=${UUID}`);
    await waitFor(() => expect(document.querySelector('[data-field="income.0.unitPrice"] input')).toBeTruthy());
    const price = fieldAt("income.0.unitPrice").input;
    price.focus();
    fireEvent.change(price, { target: { value: "31" } });
    await waitFor(() => expect(asked(server, "check")[0]?.income[0]).toMatchObject({ unitPrice: "31" }));
    await waitFor(() => expect(fieldAt("income.0.amount").input.value).toBe("20408.23"));
    expect(price.value).toBe("31");
    fireEvent.change(fieldAt("income.0.quantity").input, { target: { value: "7" } });
    await waitFor(() => expect(asked(server, "check").at(-1)?.income[0]).toMatchObject({ quantity: "7", quantityTyped: true }));
  } finally {
    Object.defineProperty(window, "innerWidth", { value: 1024, configurable: true, writable: true });
  }
});
