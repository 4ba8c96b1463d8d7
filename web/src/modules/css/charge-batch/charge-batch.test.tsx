import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { loadRoom } from "@/platform/i18n";
import { useSession } from "@/platform/session";
import { type Answer, type StubServer, envelope, stubServer } from "@/platform/test-kit";
import { drawSheets, textAt, typeInto } from "@/platform/test-sheet";
import { buttons, fieldAt, press, renderPage, toasts } from "@/platform/test-shell";
import { bodyOf, leftOver } from "./batch-model";
import { cellName, itemRow } from "./batch-modes";
import page from "./charge-batch.page";

const BASE = "/css/charge/batch";
const ALL = ["css-batch-save", "css-batch-share", "css-batch-rate", "css-batch-update", "css-batch-import"];
const E1 = "0b2f1c6a-0000-4000-8000-000000000001";
const E2 = "0b2f1c6a-0000-4000-8000-000000000002";

const order = (orderUuid: string, orderCode: string, chargeWeight: string) => ({
  orderUuid, orderCode, bizNumber: "990-12345675", bizDate: "2026-07-15", coopName: "客户甲", carrier: "X9101", departure: "PVG", arrival: "FRA",
  pieces: 12, grossWeight: "480.0", volume: "3.6", chargeWeight,
});
const POOL = {
  orders: [order(E1, "AE-2607150001", "658.33"), order(E2, "AE-2607150002", "300.00")],
  refused: [{ number: "AE-2607140001", why: "订单已财务锁账" }],
  more: false,
};
const row = (orderCode: string, amount: string, rest: object = {}) => ({
  number: null, orderCode, kind: "PAYABLE", serviceName: "操作费", coopName: "供应商甲", currency: "CNY", unitPrice: amount, quantity: "1", amount,
  functionalAmount: amount, taxRate: "6%", note: "", state: "new", why: "", asks: [], ...rest,
});
const told = (rows: { state: string }[]) => {
  const count = (...states: string[]) => rows.filter(({ state }) => states.includes(state)).length;
  return { total: rows.length, good: count("new", "changed"), bad: count("bad"), saved: count("saved"), rows };
};
const SELECTS: Record<string, Answer> = {
  "GET /platform/select/serviceItem": () => [{ value: "102", label: "操作费" }],
  "GET /platform/select/coop": () => [{ value: "21", label: "供应商甲" }],
  "GET /platform/select/currency": () => [{ value: "CNY", label: "CNY" }],
};

async function open(routes: Record<string, Answer>, rights = ALL): Promise<StubServer> {
  useSession.setState({ buttons: rights });
  const server = stubServer({ ...SELECTS, [`POST ${BASE}/pool`]: () => POOL, ...routes });
  const Page = page.page!;
  renderPage(<Page />, "/css_charge_batch");
  await screen.findByRole("heading", { name: "批量录入费用" });
  return server;
}
const sent = (server: StubServer, verb: string) => server.to(`${BASE}/${verb}`).map((each) => each.json() as Record<string, unknown>);
const choose = async (field: string, text: string) => {
  fireEvent.mouseDown(fieldAt(field).input);
  fireEvent.click((await screen.findAllByText(text, { selector: ".ant-select-item-option *" })).at(-1)!);
};
const go = (name: string) => fireEvent.click(screen.getByRole("tab", { name }));
const find = async () => {
  await press("查询订单");
  await screen.findByText("已选 2 / 2 票");
};

beforeEach(async () => {
  Element.prototype.scrollIntoView = () => undefined;
  await loadRoom("css");
  await loadRoom("import");
  drawSheets();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe("an amount", () => {
  it("is shared over the orders that were found, looked at before it is saved", async () => {
    const both = (state: string) => told([row("AE-2607150001", "206.09", { state }), row("AE-2607150002", "93.91", { state })]);
    const server = await open({ [`POST ${BASE}/preview`]: () => both("new"), [`POST ${BASE}/save`]: () => both("saved") });
    go("按票分摊");
    fireEvent.change(fieldAt("numbers").input, { target: { value: "AE-2607150001\nAE-2607140001" } });
    await find();
    expect(sent(server, "pool")[0]).toMatchObject({ businessScope: "AE", numbers: "AE-2607150001\nAE-2607140001", unfinished: true, kind: "RECEIVABLE" });
    expect(screen.getByText("AE-2607140001：订单已财务锁账")).toBeTruthy();
    await press("校验");
    await waitFor(() => expect(fieldAt("serviceItemId").box.textContent).toContain("请选择服务项目"));
    await choose("serviceItemId", "操作费");
    await choose("currency", "CNY");
    await choose("kind", "应付");
    fireEvent.change(fieldAt("amount").input, { target: { value: "300" } });
    await press("校验");
    await screen.findByText("共 2 行，通过 2 行，未通过 0 行");
    const body = { mode: "SHARE", kind: "PAYABLE", by: "CHARGE_WEIGHT", charge: { serviceItemId: "102", currency: "CNY" }, amount: "300", orders: [{ orderUuid: E1 }, { orderUuid: E2 }] };
    expect(sent(server, "preview")).toEqual([body]);
    expect(screen.getAllByText("206.09").length).toBeGreaterThan(0);
    await press("保存");
    await waitFor(() => expect(toasts()).toContain("已保存 2 行"));
    expect(sent(server, "save")[0]).toEqual({ ...body, requestId: expect.any(String) as string });
    expect(screen.queryByText("仅保存通过的"), "all of it or nothing").toBeNull();
  });
});

describe("a grid of orders and items", () => {
  it("is sent with the figures that were typed, and what stands against a row is told", async () => {
    const bad = told([row("AE-2607150001", "10.00"), row("AE-2607150002", "", { state: "bad", why: "订单已财务锁账" })]);
    const server = await open({ [`POST ${BASE}/save`]: () => envelope(200, 1, "1行未通过，未保存任何数据", bad) });
    await find();
    await waitFor(() => expect(document.querySelector('.sheet-cells [data-field="items.0.serviceItemId"]')).toBeTruthy());
    typeInto("items.0.serviceItemId", "操作费");
    await waitFor(() => expect(textAt("items.0.serviceItemId")).toBe("操作费"));
    await waitFor(() => expect(document.querySelector('.sheet-cells [data-field="cells.1.v0"]')).toBeTruthy());
    expect(textAt("cells.1.orderCode")).toBe("AE-2607150002");
    typeInto("cells.0.v0", "10");
    // A row that is begun and left is none.
    fireEvent.click(screen.getByRole("button", { name: /添加服务项目/ }));
    await waitFor(() => expect(document.querySelector('.sheet-cells [data-field="items.1.serviceItemId"]')).toBeTruthy());
    await press("保存");
    await waitFor(() => expect(toasts().join()).toContain("1行未通过，未保存任何数据"));
    expect(sent(server, "save")[0]).toMatchObject({
      mode: "CELLS",
      kind: "RECEIVABLE",
      by: "PRICE",
      items: [{ serviceItemId: "102" }],
      orders: [{ orderUuid: E1, values: ["10"] }, { orderUuid: E2, values: [""] }],
    });
    await screen.findByText("订单已财务锁账");
    fireEvent.click(screen.getByText("只看未通过"));
    await waitFor(() => expect(document.querySelectorAll(".batch-result tbody tr.ant-table-row")).toHaveLength(1));
  });

  it("keeps what was not saved, and begins anew when all of it was", async () => {
    const saved = row("AE-2607150001", "10.00", { state: "saved", orderUuid: E1, item: 0 });
    const bad = row("AE-2607150002", "", { state: "bad", why: "订单已财务锁账", orderUuid: E2, item: 0 });
    const answers = [told([saved, bad]), told([saved, { ...bad, state: "saved" }])];
    const server = await open({
      [`POST ${BASE}/save`]: () => answers.shift() ?? told([]),
      [`POST ${BASE}/preview`]: () => told([]),
    });
    await find();
    await waitFor(() => expect(document.querySelector('.sheet-cells [data-field="items.0.serviceItemId"]')).toBeTruthy());
    typeInto("items.0.serviceItemId", "操作费");
    await waitFor(() => expect(document.querySelector('.sheet-cells [data-field="cells.1.v0"]')).toBeTruthy());
    typeInto("cells.0.v0", "10");
    typeInto("cells.1.v0", "5");
    fireEvent.click(screen.getByText("仅保存通过的"));
    await press("保存");
    await waitFor(() => expect(toasts()).toContain("已保存 1 行"));
    await press("保存");
    await waitFor(() => expect(toasts()).toContain("已保存 2 行"));
    const orders = (...values: string[]) => ({ orders: [{ orderUuid: E1, values: [values[0]] }, { orderUuid: E2, values: [values[1]] }] });
    expect(sent(server, "save")).toMatchObject([orders("10", "5"), orders("", "5")]);
    // The orders stay to be filled in again.
    await press("校验");
    await waitFor(() => expect(sent(server, "preview")).toMatchObject([orders("", "")]));
    expect(textAt("cells.1.orderCode")).toBe("AE-2607150002");
  });

  it("keeps the figures of an item when another one goes", () => {
    const [first, second] = [itemRow(), itemRow()];
    const items = [{ ...first, serviceItemId: "1" }, { ...second, serviceItemId: "2" }];
    const cells = [{ orderUuid: E1, [cellName(first)]: "10", [cellName(second)]: "20" }];
    expect(bodyOf("CELLS", { items, cells }, [], "AE")).toMatchObject({ orders: [{ values: ["10", "20"] }] });
    expect(bodyOf("CELLS", { items: items.slice(1), cells }, [], "AE")).toMatchObject({ items: [{ serviceItemId: "2" }], orders: [{ values: ["20"] }] });
  });
});

it("does not count a percentage twice that was saved", () => {
  const saved = { total: 1, good: 0, bad: 0, saved: 1, rows: [] };
  expect(leftOver("UPDATE", { percent: 10, unitPrice: null }, saved, "AE")).toEqual({ percent: null });
});

describe("a workbook", () => {
  it("is read row by row, and its good rows are saved alone", async () => {
    const texts = (serviceItem: string) => ({ orderNumber: "AE-2607150001", serviceItem });
    const good = row("AE-2607150001", "8.00", { number: 2, texts: texts("操作费") });
    const unknown = { number: 3, state: "bad", why: "第3行：服务项目不存在", asks: [], serviceName: "空运附加", texts: texts("空运附加") };
    const server = await open({
      [`POST ${BASE}/import`]: () => told([good, unknown]),
      [`POST ${BASE}/save`]: () => told([{ ...good, state: "saved" }, unknown]),
      [`POST ${BASE}/result`]: () => envelope(200, 1, "stop"),
    });
    go("导入");
    const input = document.querySelector<HTMLInputElement>('input[type="file"]')!;
    fireEvent.change(input, { target: { files: [new File(["x"], "charges.csv")] } });
    await screen.findByText("第3行：服务项目不存在");
    fireEvent.click(screen.getByText("仅保存通过的"));
    await press("保存");
    await waitFor(() => expect(toasts()).toContain("已保存 1 行"));
    expect(sent(server, "save")[0]).toMatchObject({ mode: "ROWS", onlyPassed: true, rows: [{ number: 2, texts: texts("操作费") }, { number: 3, texts: texts("空运附加") }] });
    await press("下载结果");
    await waitFor(() => expect(sent(server, "result")).toHaveLength(1));
    expect(sent(server, "result")[0]).toMatchObject({ rows: [{ result: "已保存" }, { texts: texts("空运附加"), result: "未通过 第3行：服务项目不存在" }] });
    await press("保存");
    await waitFor(() => expect(sent(server, "save")).toHaveLength(2));
    expect(sent(server, "save")[1]?.["rows"], "what is saved is not sent again").toEqual([{ number: 3, texts: texts("空运附加") }]);
  });
});

it("shows who may not save the ways he may look at alone", async () => {
  await open({}, ["css-batch-share"]);
  expect(screen.getAllByRole("tab").map((tab) => tab.textContent)).toEqual(["按票分摊"]);
  expect(buttons("保存")).toEqual([]);
});
