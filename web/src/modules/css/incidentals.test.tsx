import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { E1, UUID, prepareCharges } from "@/platform/charge/charge-kit";
import type { Values } from "@/platform/forms/form-store";
import { type Answer, type StubServer, envelope, stubServer } from "@/platform/test-kit";
import { cellAt, textAt, typeInto } from "@/platform/test-sheet";
import { buttons, fieldAt, press, renderPage, toasts } from "@/platform/test-shell";
import page from "./incidentals.page";

const BASE = "/afbase/incidentals";
const MASTER = "990-12345675";
const ALL = ["edit", "delete", "confirm", "reject"];

const line = (id: string, rest: Values = {}): Values => ({
  id, kind: "PAYABLE", serviceItemId: "102", serviceItemName: "操作费", coopId: "21", coopName: "供应商乙", basis: "票", currency: "CNY", taxRate: "6%",
  quantity: "1", unitPrice: "100.0000", amount: "100.00", quantityTyped: false, amountFixed: false, note: "夜间", state: "PENDING", reason: "",
  mine: true, creatorName: "操作一", createTime: "2026-06-20 10:00:00", can: [], ...rest,
});
const order = (lines: Values[], rest: Values = {}) => ({ order: E1.order, rowUuid: "1", lines, closed: { income: null, cost: null }, ...rest });
const SECOND = { ...E1.order, orderUuid: "0b2f1c6a-0000-4000-8000-000000000002", orderCode: "AE-2606200002" };
const told = (orders: unknown[], rest: Values = {}) => ({ orders, mayEnter: true, mayEnterIncome: true, ...rest });
const SELECTS: Record<string, Answer> = {
  "GET /platform/select/serviceItem": () => [{ value: "102", label: "操作费" }],
  "GET /platform/select/coop": () => [{ value: "21", label: "供应商乙" }],
  "GET /platform/select/currency": () => [{ value: "CNY", label: "CNY" }],
};

async function open(list: unknown, routes: Record<string, Answer> = {}, query = `?orderUuid=${UUID}`): Promise<StubServer> {
  const server = stubServer({ ...SELECTS, [`GET ${BASE}/list`]: () => list, ...routes });
  const Page = page.page!;
  renderPage(<Page />, `/incidentals${query}`);
  await screen.findByRole("heading", { name: "杂费录入" });
  return server;
}
const gridThere = () => waitFor(() => expect(document.querySelector('.sheet-cells [data-field="lines.0.unitPrice"]')).toBeTruthy());
const sent = (server: StubServer, verb: string) => server.to(`${BASE}/${verb}`).map((each) => each.json());
const storedText = (place: number, name: string) => document.querySelector(`[data-field="stored.${place}.${name}"]`)?.textContent;
/** Types a service item into a row by its name. */
async function chooseItem(place: number) {
  typeInto(`lines.${place}.serviceItemId`, "操作费");
  await waitFor(() => expect(document.querySelector('.sheet-cells [aria-busy="true"]')).toBeNull());
  await waitFor(() => expect(textAt(`lines.${place}.serviceItemId`)).toBe("操作费"));
}

beforeEach(prepareCharges);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe("the way to an order", () => {
  it("is its master number, tidied before it is asked for", async () => {
    const server = await open(told([order([])]), {}, "");
    expect(server.asked).toEqual([]);
    const input = screen.getByLabelText("主单号");
    fireEvent.change(input, { target: { value: "123" } });
    await press("打开");
    await screen.findByText("请输入正确的主单号，如 999-12345675");
    fireEvent.change(input, { target: { value: "99012345675" } });
    await press("打开");
    await waitFor(() => expect(server.to(`${BASE}/list`).map(({ query }) => query.toString())).toEqual([`awbNumber=${MASTER}`]));
    await screen.findByText("AE-2606200001");
  });

  it("says when there is none, and when it could not be read", async () => {
    await open(told([]), {}, `?awbNumber=${MASTER}`);
    await screen.findByText("该主单没有您可以查看的进行中订单");
    cleanup();
    const answers: unknown[] = [envelope(500, 500, ""), told([order([])])];
    await open(null, { [`GET ${BASE}/list`]: () => answers.shift() });
    await screen.findByRole("alert");
    fireEvent.click(screen.getByRole("button", { name: /重\s*试/ }));
    await screen.findByText("AE-2606200001");
  });
});

describe("the charges of an order", () => {
  it("are entered with what the customer is charged, and stand below as they wait", async () => {
    const server = await open(told([order([])]), { [`POST ${BASE}/doSave`]: () => told([order([line("7")])]) });
    await gridThere();
    expect(screen.getByText("暂无杂费")).toBeTruthy();
    expect(document.querySelector(".order-figures")?.textContent).toContain("10 / 480");
    expect(textAt("lines.0.kind")).toBe("应付");
    await chooseItem(0);
    typeInto("lines.0.unitPrice", "100.05");
    typeInto("lines.0.note", "夜间");
    fireEvent.click(document.querySelector('[data-field="withIncome"] button')!);
    fireEvent.change(await waitFor(() => fieldAt("markup").input), { target: { value: "10" } });
    await press("保存");
    await waitFor(() => expect(sent(server, "doSave")).toHaveLength(1));
    expect(sent(server, "doSave")[0]).toEqual({
      orderUuid: UUID,
      rowUuid: "1",
      lines: [{ kind: "PAYABLE", serviceItemId: "102", unitPrice: "100.05", amountFixed: false, note: "夜间" }],
      withIncome: true,
      markup: "10",
    });
    await waitFor(() => expect(storedText(0, "state")).toBe("待确认"));
    expect(["quantity", "unitPrice", "amount"].map((name) => storedText(0, name))).toEqual(["1", "100.00", "100.00"]);
    await waitFor(() => expect(textAt("lines.0.note")).toBe(""));
    expect(toasts()).toContain("操作成功");
  });

  it("say at their cells what is wrong, before and after they are sent", async () => {
    const refused = envelope(200, 1, "", { findings: [{ field: "lines.0.serviceItemId", severity: "error", key: "x", message: "该服务项目不是杂费" }] });
    const server = await open(told([order([])]), { [`POST ${BASE}/doSave`]: () => refused });
    await gridThere();
    await chooseItem(0);
    fireEvent.keyDown(window, { key: "s", ctrlKey: true });
    await waitFor(() => expect(document.querySelector(".sheet-status")?.textContent).toBe("请输入单价"));
    expect(sent(server, "doSave")).toEqual([]);
    typeInto("lines.0.unitPrice", "5");
    fireEvent.keyDown(window, { key: "s", ctrlKey: true });
    await waitFor(() => expect(document.querySelector(".sheet-status")?.textContent).toBe("该服务项目不是杂费"));
  });

  it("show what they come to while they are typed, of incidental items alone", async () => {
    const server = await open(told([order([])]));
    await gridThere();
    await chooseItem(0);
    const asked = server.to("/platform/select/serviceItem").map(({ query }) => query.get("role"));
    expect(new Set(asked)).toEqual(new Set(["AE,INCIDENTAL"]));
    typeInto("lines.0.unitPrice", "100.055");
    expect(textAt("lines.0.amount")).toBe("");
    typeInto("lines.0.quantity", "3");
    await waitFor(() => expect(textAt("lines.0.amount")).toBe("300.17"));
    expect(cellAt("lines.0.amount").readOnly).toBe(true);
    typeInto("lines.0.quantity", "");
    await waitFor(() => expect(textAt("lines.0.amount")).toBe(""));
  });

  it("are not unsaved where nothing was typed", async () => {
    const server = await open(told([order([])]));
    await gridThere();
    fireEvent.keyDown(window, { key: "s", ctrlKey: true });
    await waitFor(() => expect(toasts()).toContain("请至少填写一行杂费"));
    expect(textAt("lines.0.kind")).toBe("应付");
    expect(buttons("保存")[0]?.disabled).toBe(true);
    expect(sent(server, "doSave")).toEqual([]);
  });

  it("are read again where somebody else was first, and what is typed stays", async () => {
    const stale = envelope(200, 3, "数据有变化，请刷新后重试", { current: { rowUuid: "2" }, changed: [] });
    const lists = [told([order([])]), told([order([line("9", { note: "他人" })], { rowUuid: "2" })])];
    const answers = [stale, told([order([line("9"), line("7")], { rowUuid: "3" })])];
    const server = await open(null, { [`GET ${BASE}/list`]: () => lists.shift(), [`POST ${BASE}/doSave`]: () => answers.shift() });
    await gridThere();
    await chooseItem(0);
    typeInto("lines.0.unitPrice", "5");
    await press("保存");
    await press("重新加载");
    await waitFor(() => expect(storedText(0, "note")).toBe("他人"));
    expect(textAt("lines.0.unitPrice")).toBe("5.00");
    await press("保存");
    await waitFor(() => expect(sent(server, "doSave").map((body) => (body as Values)["rowUuid"])).toEqual(["1", "2"]));
  });

  it("are changed over what somebody else saved of them meanwhile, and tell what that was", async () => {
    const can = ["edit", "delete"];
    const stale = () => envelope(200, 3, "数据有变化，请刷新后重试", { current: { rowUuid: "2" }, changed: [] });
    const theirs = [line("7", { can, unitPrice: "120.0000", amount: "120.00" }), line("8", { can, unitPrice: "150.0000", amount: "150.00" }), line("9", { state: "NORMAL" })];
    const lists = [told([order(["7", "8", "9"].map((id) => line(id, { can })))]), told([order(theirs, { rowUuid: "2" })])];
    const answers = [stale(), told([order([line("7")], { rowUuid: "3" })])];
    const server = await open(null, { [`GET ${BASE}/list`]: () => lists.shift(), [`POST ${BASE}/doSave`]: () => answers.shift() });
    await gridThere();
    for (const place of [0, 1, 2]) {
      fireEvent.click((await waitFor(() => buttons("修改")))[0]!);
      await waitFor(() => expect(textAt(`lines.${place}.unitPrice`)).toBe("100.00"));
    }
    typeInto("lines.0.note", "周末");
    typeInto("lines.1.unitPrice", "90");
    typeInto("lines.2.note", "假日");
    await press("保存");
    await press("重新加载");
    await screen.findByText("杂费“操作费”已被他人修改：单价 100.00 → 120.00");
    await screen.findByText("杂费“操作费”已被他人修改：单价 100.00 → 150.00，您填写的“90.00”未保留");
    await screen.findByText("杂费“操作费”已被他人处理，不能再修改");
    expect(storedText(0, "state")).toBe("已确认");
    expect(["lines.0.unitPrice", "lines.0.note", "lines.1.unitPrice"].map(textAt)).toEqual(["120.00", "周末", "150.00"]);
    // A step back brings no figure of before.
    fireEvent.keyDown(cellAt("lines.0.unitPrice"), { key: "z", ctrlKey: true });
    expect(textAt("lines.0.unitPrice")).toBe("120.00");
    await press("保存");
    await waitFor(() => expect(sent(server, "doSave")).toHaveLength(2));
    const lines = [{ id: "7", unitPrice: "120.0000", note: "周末" }, { id: "8", unitPrice: "150.0000", note: "夜间" }];
    expect(sent(server, "doSave")[1]).toMatchObject({ rowUuid: "2", lines });
    await waitFor(() => expect(screen.queryByText(/已被他人/)).toBeNull());
  });

  it("are new ones where somebody else has removed them, unless nothing was typed into them", async () => {
    const can = ["edit", "delete"];
    const stale = envelope(200, 3, "数据有变化，请刷新后重试", { current: { rowUuid: "2" }, changed: [] });
    const lists = [told([order([line("7", { can }), line("8", { can })])]), told([order([], { rowUuid: "2" })])];
    const server = await open(null, { [`GET ${BASE}/list`]: () => lists.shift(), [`POST ${BASE}/doSave`]: () => stale });
    await gridThere();
    for (const place of [0, 1]) {
      fireEvent.click((await waitFor(() => buttons("修改")))[0]!);
      await waitFor(() => expect(textAt(`lines.${place}.unitPrice`)).toBe("100.00"));
    }
    typeInto("lines.0.unitPrice", "90");
    await press("保存");
    await press("重新加载");
    await screen.findByText("杂费“操作费”已被他人删除，保存时将重新添加");
    await screen.findByText("杂费“操作费”已被他人删除");
    await press("保存");
    await waitFor(() => expect(sent(server, "doSave")).toHaveLength(2));
    const { lines } = sent(server, "doSave")[1] as { lines: Values[] };
    expect(lines).toMatchObject([{ kind: "PAYABLE", unitPrice: "90" }]);
    expect(lines[0]).not.toHaveProperty("id");
  });

  it("are confirmed, all at once too, and sent back with a reason", async () => {
    const pending = [line("7", { can: ALL }), line("8", { can: ["confirm", "reject"] })];
    const back = { ...pending[1], state: "RETURNED", reason: "金额不对", can: [] };
    const server = await open(told([order(pending)]), {
      [`POST ${BASE}/reject`]: () => told([order([pending[0]!, back], { rowUuid: "2" })]),
      [`POST ${BASE}/confirm`]: () => told([order(pending.map((each) => ({ ...each, state: "NORMAL", can: [] })))]),
    });
    await waitFor(() => expect(buttons("退回")).toHaveLength(2));
    await press("退回");
    const dialog = await screen.findByRole("dialog");
    fireEvent.click(within(dialog).getByRole("button", { name: /退\s*回/ }));
    await waitFor(() => expect(dialog.textContent).toContain("请输入退回原因"));
    fireEvent.change(fieldAt("reason").input, { target: { value: "金额不对" } });
    fireEvent.click(within(dialog).getByRole("button", { name: /退\s*回/ }));
    await waitFor(() => expect(sent(server, "reject")).toEqual([{ orderUuid: UUID, rowUuid: "1", ids: ["8"], reason: "金额不对" }]));
    await waitFor(() => expect([storedText(1, "state"), storedText(1, "reason")]).toEqual(["已退回", "金额不对"]));
    await press("确认");
    await waitFor(() => expect(sent(server, "confirm")).toEqual([{ orderUuid: UUID, rowUuid: "2", ids: ["7"] }]));
    await waitFor(() => expect(storedText(0, "state")).toBe("已确认"));
    cleanup();
    const other = await open(told([order(pending)]), { [`POST ${BASE}/confirm`]: () => envelope(200, 1, "杂费已处理或不存在，请刷新后重试") });
    await press("确认全部（2）");
    await waitFor(() => expect(sent(other, "confirm")).toEqual([{ orderUuid: UUID, rowUuid: "1", ids: ["7", "8"] }]));
    await waitFor(() => expect(toasts().join()).toContain("杂费已处理或不存在，请刷新后重试"));
  });

  it("are changed and taken back by who entered them", async () => {
    const returned = line("7", { state: "RETURNED", reason: "金额不对", can: ["edit", "delete"] });
    const server = await open(told([order([returned])]), {
      [`POST ${BASE}/doSave`]: () => told([order([line("7", { can: ["edit", "delete"] })])]),
      [`POST ${BASE}/doDelete`]: () => told([order([])]),
    });
    await gridThere();
    await press("修改");
    // What is changed stands in the entry alone.
    await waitFor(() => expect(storedText(0, "state")).toBeUndefined());
    await waitFor(() => expect(textAt("lines.0.coopId")).toBe("供应商乙"));
    expect(cellAt("lines.0.kind").readOnly).toBe(true);
    typeInto("lines.0.unitPrice", "90");
    await press("保存");
    await waitFor(() => expect(sent(server, "doSave")).toMatchObject([{ lines: [{ id: "7", kind: "PAYABLE", unitPrice: "90", quantityTyped: false, amountFixed: false }] }]));
    await waitFor(() => expect(storedText(0, "state")).toBe("待确认"));
    await press("删除");
    const question = await screen.findByRole("dialog");
    expect(question.textContent).toContain("删除杂费“操作费”？");
    fireEvent.click(within(question).getAllByRole("button").at(-1)!);
    await waitFor(() => expect(sent(server, "doDelete")).toEqual([{ orderUuid: UUID, rowUuid: "1", ids: ["7"] }]));
    await screen.findByText("暂无杂费");
  });
});

describe("rights and closed sides", () => {
  it("leave who only reads without anything to do", async () => {
    await open(told([order([line("7")])], { mayEnter: false, mayEnterIncome: false }));
    await waitFor(() => expect(storedText(0, "state")).toBe("待确认"));
    for (const word of ["保存", "确认", "退回", "修改", "删除", "＋ 添加杂费"]) expect(buttons(word)).toEqual([]);
  });

  it("let costs alone be entered by who may not see income", async () => {
    const server = await open(told([order([])], { mayEnterIncome: false }), { [`POST ${BASE}/doSave`]: () => told([order([])]) });
    await gridThere();
    expect(document.querySelector('[data-field="lines.0.kind"]')).toBeNull();
    await chooseItem(0);
    typeInto("lines.0.unitPrice", "7");
    await press("保存");
    await waitFor(() => expect(sent(server, "doSave")).toMatchObject([{ lines: [{ kind: "PAYABLE" }] }]));
  });

  it("say why nothing is entered any more", async () => {
    await open(told([order([], { closed: { income: null, cost: "成本已完成，不能录入" } })], { mayEnterIncome: false }));
    await screen.findByText("应付：成本已完成，不能录入");
    expect(buttons("保存")).toEqual([]);
    cleanup();
    const locked = "订单已财务锁账，费用不可修改";
    await open(told([order([], { closed: { income: locked, cost: locked } })]));
    expect(await screen.findAllByText(locked)).toHaveLength(1);
  });
});

it("shares an amount over the orders of a master, and says at its fields what is wrong", async () => {
  const both = (lines: Values[]) => told([order(lines), { ...order(lines), order: SECOND }]);
  const answers = [
    envelope(200, 1, "", { findings: [{ field: "coopId", severity: "error", key: "x", message: "AE-2606200002：请选择往来单位" }] }),
    both([line("7")]),
  ];
  const server = await open(both([]), { [`POST ${BASE}/doBatchSave`]: () => answers.shift() }, `?awbNumber=${MASTER}`);
  await press("批量录入");
  const dialog = await screen.findByRole("dialog");
  expect(dialog.textContent).toContain("2 票订单");
  fireEvent.mouseDown(fieldAt("serviceItemId").input);
  fireEvent.click(await screen.findByText("操作费", { selector: ".ant-select-item-option *" }));
  fireEvent.change(fieldAt("amount").input, { target: { value: "300" } });
  const save = () => fireEvent.click(within(dialog).getByRole("button", { name: /保\s*存/ }));
  save();
  await waitFor(() => expect(fieldAt("coopId").box.textContent).toContain("AE-2606200002：请选择往来单位"));
  save();
  await waitFor(() => expect(screen.getAllByText("待确认")).toHaveLength(2));
  expect(sent(server, "doBatchSave")[1]).toMatchObject({ awbNumber: MASTER, kind: "PAYABLE", serviceItemId: "102", currency: "CNY", amount: "300" });
});

it("is entered in cards where the screen is narrow", async () => {
  Object.defineProperty(window, "innerWidth", { value: 390, configurable: true, writable: true });
  try {
    await open(told([order([line("7", { can: ["delete"] })])]));
    await waitFor(() => expect(fieldAt("lines.0.unitPrice").input).toBeTruthy());
    expect(document.querySelector(".sheet-grid")).toBeNull();
    expect(buttons("删除")).toHaveLength(1);
  } finally {
    Object.defineProperty(window, "innerWidth", { value: 1024, configurable: true, writable: true });
  }
});
