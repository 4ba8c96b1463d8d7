import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Answer, type StubServer, envelope, stubServer } from "@/platform/test-kit";
import { drawnAt, textAt, typeInto } from "@/platform/test-sheet";
import { buttons, press, renderPage } from "@/platform/test-shell";
import { BUTTONS, C5, C6, C7, E1, ROUTES, UUID, bodyOf, gridsThere, prepareCharges } from "@/platform/charge/charge-kit";
import page from "./order-charge.page";

const IMPORTED = { ...C6, id: null, serviceItemId: "103", serviceItemName: "安检费", unitPrice: "50.0000", amount: "50.00", source: "IMPORTED" };
const GOOD = { number: 2, kind: "RECEIVABLE", serviceName: "安检费", coopName: "客户甲", state: "new", amount: "CNY 50.00", why: null };
const BAD = { number: 4, kind: "", serviceName: "空运附加", coopName: "", state: "bad", amount: null, why: { zh: "请填写应收/应付；服务项目不存在", en: "" } };
const READ = { income: [IMPORTED], cost: [], result: [GOOD, BAD] };
const DRAWN = '.sheet-cells [data-field="income.2.amount"]';

async function open(routes: Record<string, Answer> = {}): Promise<StubServer> {
  const server = stubServer({ ...ROUTES, "POST /css/charge/import": () => READ, ...routes });
  const Page = page.page!;
  renderPage(<Page />, `/css_order_charge?o=${UUID}`);
  await gridsThere();
  return server;
}
const asked = (server: StubServer, call: string) => server.to(`/css/charge/${call}`);
const choose = async (name: string) => {
  await press("导入");
  await screen.findByRole("dialog");
  const input = await waitFor(() => {
    const found = document.querySelector<HTMLInputElement>('input[type="file"]');
    if (!found) throw new Error("no file to choose");
    return found;
  });
  fireEvent.change(input, { target: { files: [new File(["x"], name)] } });
};
const result = () => waitFor(() => screen.getByText("导入结果").closest<HTMLElement>("[role=dialog]")!);

beforeEach(prepareCharges);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe("a file of charges", () => {
  it("is told row by row with every reason, and its good rows come behind those of the grid, unsaved", async () => {
    const server = await open();
    await choose("charges.xlsx");
    const told = await result();
    expect(asked(server, "import")[0]?.query.get("orderUuid")).toBe(UUID);
    expect(within(told).getByRole("status").textContent).toBe("新增 1 行未通过 1 行");
    expect(told.textContent).toContain("请填写应收/应付；服务项目不存在");
    const cells = [...told.querySelectorAll("tbody tr.ant-table-row")].map((row) => row.querySelector("td")?.textContent);
    expect(cells).toEqual(["2", "4"]);
    expect(document.querySelector(DRAWN)).toBeNull();
    fireEvent.click(within(told).getByRole("button", { name: "确定" }));
    await waitFor(() => expect(textAt("income.2.serviceItemId")).toBe("安检费"));
    expect(drawnAt("income.2.note").className).toContain("is-unsaved");
    expect([textAt("income.0.amount"), textAt("cost.0.amount")]).toEqual(["19,749.90", "13,170.00"]);
    // Their figures are asked for among all the others.
    await waitFor(() => expect(bodyOf(asked(server, "check").at(-1)).income).toHaveLength(3));
    expect(asked(server, "save")).toEqual([]);
    await press("保存");
    await waitFor(() => expect(asked(server, "save")).toHaveLength(1));
    expect(bodyOf(asked(server, "save")[0]).income).toMatchObject([{ serviceItemId: "103", source: "IMPORTED" }]);
  });

  it("is taken back by the message", async () => {
    await open();
    await choose("charges.xlsx");
    fireEvent.click(within(await result()).getByRole("button", { name: "确定" }));
    await waitFor(() => expect(textAt("income.2.serviceItemId")).toBe("安检费"));
    await press("撤销");
    await waitFor(() => expect(document.querySelector(DRAWN)).toBeNull());
  });

  it("leaves alone what can't be read in the grid", async () => {
    await open();
    typeInto("income.1.unitPrice", "abc");
    await choose("charges.xlsx");
    fireEvent.click(within(await result()).getByRole("button", { name: "确定" }));
    await waitFor(() => expect(textAt("income.2.serviceItemId")).toBe("安检费"));
    expect(textAt("income.1.unitPrice")).toBe("abc");
  });

  it("brings nothing where no row passes, and says why it can't be read", async () => {
    const message = "文件无法读取，请另存为.xlsx后重试";
    let answer: Answer = () => envelope(200, 1, message);
    await open({ "POST /css/charge/import": (one) => answer(one) });
    await choose("charges.xlsx");
    await waitFor(() => expect(screen.getByRole("alert").textContent).toBe(message));
    answer = () => ({ income: [], cost: [], result: [BAD] });
    fireEvent.change(document.querySelector<HTMLInputElement>('input[type="file"]')!, { target: { files: [new File(["x"], "other.csv")] } });
    await result();
    expect(screen.getByText("没有可写入的费用")).toBeTruthy();
    expect(buttons("确定").at(-1)?.disabled).toBe(true);
  });

  it("comes with a template, and is for who may import into a side that is open", async () => {
    const server = await open({ "GET /css/charge/import/template": () => envelope(200, 1, "stop") });
    await press("导入");
    await press("下载模板");
    await waitFor(() => expect(asked(server, "import/template")).toHaveLength(1));
    cleanup();
    await open({ "GET /css/charge/list": () => ({ ...E1, closed: { income: "收入已完成", cost: "成本已完成" } }) });
    expect([buttons("导入"), buttons("导出")].map(({ length }) => length)).toEqual([0, 1]);
    cleanup();
    await open({ "GET /css/charge/list": () => ({ ...E1, buttons: BUTTONS.filter((code) => code !== "css-charge-import" && code !== "css-charge-export") }) });
    expect([buttons("导入"), buttons("导出")]).toEqual([[], []]);
  });
});

describe("the workbook of charges", () => {
  it("is of what is stored: what was typed is saved first", async () => {
    const server = await open({ "POST /css/charge/list/exportExcel": () => envelope(200, 1, "stop") });
    await press("导出");
    await waitFor(() => expect(asked(server, "list/exportExcel")[0]?.json()).toEqual({ orderUuid: UUID }));
    typeInto("income.1.note", "加急");
    await press("导出");
    const question = await screen.findByRole("dialog");
    expect(asked(server, "list/exportExcel")).toHaveLength(1);
    fireEvent.click(within(question).getByRole("button", { name: "保存" }));
    await waitFor(() => expect(asked(server, "list/exportExcel")).toHaveLength(2));
    expect(bodyOf(asked(server, "save")[0]).income).toMatchObject([{ id: "6", note: "加急" }]);
  });
});

describe("money that is passed on", () => {
  const DUTY = { ...C6, id: "8", serviceItemId: "104", serviceItemName: "代垫税款" };
  const COST = { ...C7, linkedChargeId: "8", linkedChargeName: "代垫税款 CNY 355.00" };
  const more = async () => {
    fireEvent.click(screen.getByRole("switch", { name: "更多列" }));
    await waitFor(() => expect(drawnAt("cost.0.innerNote")).toBeTruthy());
  };

  it("is linked in the grid of the cost, to income of the order, and goes with the item", async () => {
    const server = await open({ "GET /css/charge/list": () => ({ ...E1, income: [C5, DUTY], cost: [COST] }) });
    await more();
    expect(textAt("cost.0.linkedChargeId")).toBe("代垫税款 CNY 355.00");
    expect(document.querySelector('.sheet-cells [data-field="income.0.linkedChargeId"]')).toBeNull();
    typeInto("cost.0.serviceItemId", "安检费");
    await waitFor(() => expect(bodyOf(asked(server, "check").at(-1)).cost[0]).toMatchObject({ serviceItemId: "103", linkedChargeId: null }));
  });

  it("is looked up in the order, and is nothing to who sees no income", async () => {
    const find: Answer = ({ query }) => (query.get("role") === UUID ? [{ value: "8", label: "代垫税款 CNY 355.00" }] : []);
    const server = await open({ "GET /css/charge/list": () => ({ ...E1, income: [C5, DUTY] }), "GET /platform/select/linkedCharge": find });
    await more();
    typeInto("cost.0.linkedChargeId", "代垫税款 CNY 355.00");
    await waitFor(() => expect(bodyOf(asked(server, "check").at(-1)).cost[0]).toMatchObject({ id: "7", linkedChargeId: "8" }));
    cleanup();
    await open({ "GET /css/charge/list": () => ({ ...E1, income: undefined }) });
    await more();
    expect(document.querySelector('.sheet-cells [data-field="cost.0.linkedChargeId"]')).toBeNull();
  });
});
