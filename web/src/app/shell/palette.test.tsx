import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DECLARED, TREE, address, freshApp, logIn, openApp } from "@/app/app-kit";
import { openPalette } from "@/app/shell/palette-store";
import { isName, isNumber } from "@/app/shell/palette-search";
import { setSingleKeys } from "@/platform/keys/key-sheet-store";
import { setContract } from "@/platform/page-registry";
import { type Answer, envelope } from "@/platform/test-kit";

beforeEach(() => {
  freshApp();
  Object.defineProperty(document.body, "clientWidth", { value: 1440, configurable: true });
  Element.prototype.scrollIntoView = () => undefined;
  act(() => setSingleKeys(true));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const ROWS: Answer = () => ({ records: [], total: 0, current: 1, size: 10 });
const CALL = "/afbase/order/find";
const PARTNERS = "/prm/coop/page";

async function open(routes: Record<string, Answer> = {}) {
  logIn();
  const server = openApp("/noPermission", { "GET /prm/category": ROWS, [`GET ${PARTNERS}`]: ROWS, ...routes });
  await screen.findByText("抱歉，您没有权限访问该页面");
  fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
  const input = await screen.findByRole<HTMLInputElement>("combobox", { name: "搜索菜单和单号" });
  return { server, input };
}

const type = (input: HTMLElement, value: string) => fireEvent.change(input, { target: { value } });
const hits = () => screen.queryAllByRole("option").map((each) => each.firstChild?.textContent);
const chosen = () => screen.getByRole("option", { selected: true }).firstChild?.textContent;
const closed = () => waitFor(() => expect(screen.queryByRole("combobox")).toBeNull());

describe("the palette", () => {
  it("opens by its keys and by the top bar, and closes again", async () => {
    const { input } = await open();
    await waitFor(() => expect(document.activeElement).toBe(input));
    fireEvent.keyDown(input, { key: "K", metaKey: true });
    await closed();
    fireEvent.click(screen.getByRole("button", { name: "搜索菜单和单号" }));
    fireEvent.keyDown(await screen.findByRole("combobox"), { key: "Escape" });
    await closed();
    // With another key beside it, it is the browser's.
    fireEvent.keyDown(document.body, { key: "K", ctrlKey: true, shiftKey: true });
    expect(screen.queryByRole("combobox")).toBeNull();
  });

  it("finds menus by Chinese text, first letters, English title and address, at once", async () => {
    const { input } = await open();
    type(input, "合作分");
    expect(hits()).toEqual(["合作分类"]);
    type(input, "HZ");
    expect(hits()).toEqual(["合作伙伴列表", "合作分类"]);
    type(input, "kycko");
    expect(hits()).toEqual([]);
    await screen.findByText("没有匹配的结果");
    type(input, "kyck");
    expect(hits()).toEqual(["空运出口订单"]);
    type(input, "categ");
    expect(hits()).toEqual(["合作分类"]);
    type(input, "prm_coop");
    expect(hits()).toEqual(["合作伙伴列表"]);
    expect(within(screen.getByRole("option")).getByText("合作伙伴")).toBeTruthy();
    // Hidden pages are in no menu.
    type(input, "prm_log");
    expect(hits()).toEqual([]);
  });

  // Issue 25, 24.
  it("begins orders of the scopes its user may make, for the customer that is named", async () => {
    const { input, server } = await open({
      "GET /hrs/permission/getButtonInfo": () => ["af-order-add", "ai-order-add", "se-order-edit"],
      "GET /platform/select/coop": () => [{ value: "7", label: "华东化工", hint: "KH001" }],
      "GET /afbase/order/new": () => ({}),
    });
    type(input, "新增空运");
    expect(hits()).toEqual(["新增空运出口", "新增空运进口"]);
    type(input, "new sea");
    expect(hits(), "not his to make").toEqual([]);
    type(input, "new air export order for 华东");
    await waitFor(() => expect(hits()).toEqual(["新增空运出口：华东化工"]));
    expect(server.to("/platform/select/coop").at(-1)?.query.get("keyword")).toBe("华东");
    expect(server.to("/platform/select/coop").at(-1)?.query.get("role")).toBe("customer");
    type(input, "新增空运进口华东");
    await waitFor(() => expect(hits()).toEqual(["新增空运进口：华东化工"]));
    fireEvent.keyDown(input, { key: "Enter" });
    await waitFor(() => expect(window.location.pathname + window.location.search).toBe("/ai_order_edit?coopId=7"));
  });

  it("puts the name that begins so first", async () => {
    const { input } = await open({
      "GET /hrs/permission": () => [
        { id: "1", path: "/a", label: "客户订单" },
        { id: "2", path: "/b", label: "订单" },
        { id: "3", path: "/unPermission", label: "订单报表" },
        { id: "4", path: "/c", label: "订单日志", have: false },
      ],
    });
    type(input, "订单");
    expect(hits()).toEqual(["订单", "客户订单"]);
  });

  it("shows twenty results and no more", async () => {
    const { input } = await open({
      "GET /hrs/permission": () => Array.from({ length: 21 }, (_, at) => ({ id: String(at), path: `/p${at}`, label: `菜单${at}` })),
    });
    type(input, "菜单");
    expect(hits()).toHaveLength(20);
    type(input, "菜单2");
    expect(hits()).toHaveLength(2);
  });

  it("is worked by arrows and Enter", async () => {
    const { input } = await open();
    type(input, "合作");
    expect(hits()).toEqual(["合作伙伴列表", "合作分类"]);
    expect(chosen()).toBe("合作伙伴列表");
    fireEvent.keyDown(input, { key: "ArrowDown" });
    expect(chosen()).toBe("合作分类");
    expect(input.getAttribute("aria-activedescendant")).toBe(screen.getByRole("option", { selected: true }).id);
    fireEvent.keyDown(input, { key: "ArrowDown" });
    expect(chosen()).toBe("合作伙伴列表");
    fireEvent.keyDown(input, { key: "ArrowUp" });
    fireEvent.keyDown(input, { key: "Enter", isComposing: true });
    expect(address()).toBe("/noPermission");
    fireEvent.keyDown(input, { key: "Enter" });
    await waitFor(() => expect(address()).toBe("/prm_category"));
    await closed();
  });

  it("opens a result in a tab of its own with the control key", async () => {
    const opened = vi.spyOn(window, "open").mockReturnValue(null);
    const { input } = await open();
    type(input, "合作分");
    fireEvent.keyDown(input, { key: "Enter", ctrlKey: true });
    expect(opened).toHaveBeenCalledWith("/prm_category", "_blank", "noopener");
    expect(address()).toBe("/noPermission");
  });

  it("begins with the last visits", async () => {
    const visit = (permissionId: string, permissionName: string, path: string, accessTime: string) => ({
      recordId: permissionId, permissionId, permissionName, path, status: 0, sort: -1, accessTime,
    });
    await open({
      "GET /hrs/userAccessRecord/getUserAccessRecordList": () => [
        visit("11", "合作伙伴列表", "/prm_coop", "2026-07-01 08:00:00"),
        visit("12", "合作分类", "/prm_category", "2026-07-01 09:00:00"),
      ],
    });
    await waitFor(() => expect(hits()).toEqual(["合作分类", "合作伙伴列表"]));
    fireEvent.click(screen.getByRole("option", { name: /合作分类/ }));
    await waitFor(() => expect(address()).toBe("/prm_category"));
  });
});

describe("numbers in the palette", () => {
  const one = (kind: string, id: string, code: string, number: string, link: string) => ({
    kind, id, code, number, departureStation: "PVG", arrivalStation: "FRA", coopName: kind === "ORDER" ? "示例客户" : null, link,
  });
  const KNOWN: Answer = () => [
    one("ORDER", "u1", "SE-2607150001", "TSTSHA260701", "/se_order_edit?o=u1"),
    one("ORDER", "u2", "AE-2606001", "176-00000002", "/af_order_edit?o=u2"),
    one("WAYBILL", "31", "176-00000013", "176-00000013", "/osWaybillMake?type=0&awbPrintId=31"),
    { ...one("MASTER", "41", "176-00000024", "176-00000024", "/af_awb?awbNumber=176-00000024&awbStatus="), arrivalStation: null },
  ];
  const parts = () => screen.getAllByRole("group").map((each) => each.getAttribute("aria-label"));

  it("lead to orders of every scope, waybills and masters by one call, once the typing has paused", async () => {
    const { server, input } = await open({ [`GET ${CALL}`]: KNOWN });
    type(input, "176-");
    type(input, "176-0");
    type(input, "176-00");
    screen.getByText("正在查找单号…");
    await waitFor(() => expect(hits()).toEqual(["SE-2607150001", "AE-2606001", "176-00000013", "176-00000024"]));
    expect(parts()).toEqual(["订单", "运单", "主单号"]);
    screen.getByText("TSTSHA260701 · PVG–FRA · 示例客户");
    expect(screen.getAllByText("PVG–FRA"), "a waybill's own number is not said twice").toHaveLength(1);
    const asked = server.asked.filter(({ path }) => path === CALL || /\/(order|waybill|awb)\/.*page$/.test(path));
    expect(asked.map(({ path, query }) => [path, Object.fromEntries(query)])).toEqual([[CALL, { number: "176-00" }]]);
    fireEvent.click(screen.getByRole("option", { name: /SE-2607150001/ }));
    await waitFor(() => expect(address()).toBe("/se_order_edit?o=u1"));
  });

  it("open the page of what bears them", async () => {
    const { input } = await open({ [`GET ${CALL}`]: KNOWN });
    type(input, "1760");
    await waitFor(() => expect(hits()).toHaveLength(4));
    expect(screen.getAllByRole("option").map((each) => each.getAttribute("href"))).toEqual([
      "/se_order_edit?o=u1",
      "/af_order_edit?o=u2",
      "/osWaybillMake?type=0&awbPrintId=31",
      "/af_awb?awbNumber=176-00000024&awbStatus=",
    ]);
  });

  it("that nothing bears are to be typed whole", async () => {
    const { input } = await open({ [`GET ${CALL}`]: () => [] });
    type(input, "2607150001");
    await screen.findByText("没有匹配的结果；较早的单号请输入完整");
  });

  it("that cannot be looked for leave the menus alone", async () => {
    const { input } = await open({
      "GET /hrs/permission": () => [...TREE, { id: "3", path: "/r", label: "2026年报" }],
      [`GET ${CALL}`]: () => envelope(500, 500, ""),
    });
    type(input, "2026");
    await screen.findByText("单号查找失败");
    expect(hits()).toEqual(["2026年报"]);
  });

  it("are not looked for by who may open nothing that bears one, but by who may open any of it", async () => {
    const { server, input } = await open({ "GET /hrs/permission": () => [{ id: "1", path: "/prm_coop", label: "合作伙伴" }] });
    type(input, "AE2607");
    await screen.findByText("没有匹配的结果；较早的单号请输入完整");
    expect(server.to(CALL)).toEqual([]);
    cleanup();
    freshApp();
    const allowed = await open({ "GET /hrs/permission": () => [{ id: "1", path: "/io_order", label: "其他业务" }], [`GET ${CALL}`]: KNOWN });
    type(allowed.input, "AE2607");
    await waitFor(() => expect(hits()).toHaveLength(4));
  });

  it("have four signs and a digit, whatever dashes stand between", () => {
    expect(["AE26", "17-61", " 17612345675 ", "a".repeat(29) + "1"].map(isNumber)).toEqual([true, true, true, true]);
    expect(["AE2", "AE-2", "PVGX", "订单26", "a".repeat(30) + "1"].map(isNumber)).toEqual([false, false, false, false, false]);
    expect(["PO 2026/15", "AE 26", "AE 2", "PO  2026/15"].map(isNumber), "single blanks between").toEqual([true, true, false, false]);
  });
});

describe("partners in the palette", () => {
  const coop = (id: string, coopName: string, coopCode: string, coopFullName: string | null) => ({ id, coopName, coopCode, coopFullName });
  const KNOWN: Answer = () => ({ records: [coop("31", "客户海甲", "KH011", "客户海甲有限公司"), coop("32", "客户海乙", "KH012", "客户海乙")] });

  it("are found by name or code, once the typing has paused, and opened", async () => {
    const { server, input } = await open({ [`GET ${PARTNERS}`]: KNOWN });
    type(input, " 客");
    expect(screen.queryByText("正在查找合作伙伴…")).toBeNull();
    type(input, "客户海");
    screen.getByText("正在查找合作伙伴…");
    await waitFor(() => expect(hits()).toEqual(["客户海甲", "客户海乙"]));
    screen.getByText("KH011 · 客户海甲有限公司");
    screen.getByText("KH012");
    expect(server.to(PARTNERS).map(({ query }) => Object.fromEntries(query))).toEqual([{ current: "1", size: "5", part: "rows", keyword: "客户海" }]);
    fireEvent.click(screen.getByRole("option", { name: /客户海乙/ }));
    await waitFor(() => expect(address()).toBe("/prm_coop_edit?coopId=32"));
  });

  it("stand below the menus, and leave them alone when they cannot be looked for", async () => {
    const { input } = await open({ [`GET ${PARTNERS}`]: () => envelope(500, 500, "") });
    type(input, "合作分");
    await screen.findByText("合作伙伴查找失败");
    expect(hits()).toEqual(["合作分类"]);
  });

  it("are not looked for by who may not open them, nor by one letter", async () => {
    const { server, input } = await open({ "GET /hrs/permission": () => [{ id: "1", path: "/prm_category", label: "合作分类" }] });
    type(input, "客户海");
    screen.getByText("没有匹配的结果");
    expect(server.to(PARTNERS)).toEqual([]);
    expect(["客户", "KH", " K ", ""].map(isName)).toEqual([true, true, false, false]);
  });
});

describe("the sheet of keys", () => {
  const press = (target: Element = document.body) => fireEvent.keyDown(target, { key: "?" });
  const sheet = () => screen.findByText("键盘快捷键");

  it("opens on every page, with the keys that hold there", async () => {
    logIn();
    openApp("/noPermission");
    await screen.findByText("抱歉，您没有权限访问该页面");
    press();
    await sheet();
    expect(screen.getByRole("region", { name: "所有页面" }).textContent).toContain("CtrlK搜索菜单和单号");
    expect(screen.queryByRole("region", { name: "列表" })).toBeNull();
  });

  it("lists the keys of lists on lists", async () => {
    setContract(DECLARED);
    logIn();
    openApp("/prm_category", { "GET /prm/category": ROWS });
    await screen.findByText("暂无数据");
    press();
    await sheet();
    expect(screen.getByRole("region", { name: "列表" }).textContent).toContain("PageDownPageUp下一页 / 上一页");
    expect(screen.getByRole("region", { name: "所有页面" }).textContent).toContain("?显示快捷键");
  });

  it("does not open for who types, and not where single keys are off", async () => {
    logIn();
    openApp("/noPermission");
    press(await screen.findByPlaceholderText("查找菜单"));
    expect(screen.queryByText("键盘快捷键")).toBeNull();
    press();
    await sheet();
    fireEvent.click(screen.getByLabelText("启用单字符快捷键（? 和 /）"));
    fireEvent.click(screen.getByRole("button", { name: "关闭" }));
    await waitFor(() => expect(screen.queryByText("键盘快捷键")).toBeNull());
    press();
    expect(screen.queryByText("键盘快捷键")).toBeNull();
    // The palette leads there still.
    act(openPalette);
    type(await screen.findByRole("combobox"), "快捷键");
    fireEvent.click(screen.getByRole("option", { name: /键盘快捷键/ }));
    await screen.findByRole("region", { name: "所有页面" });
  });
});
