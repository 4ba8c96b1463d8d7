import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DECLARED, address, freshApp, logIn, openApp } from "@/app/app-kit";
import { toasts } from "@/platform/test-shell";
import { setContract } from "@/platform/page-registry";
import { type Answer, envelope } from "@/platform/test-kit";
import { setLook } from "@/platform/theme/theme-store";

const ROWS = [
  { id: "1", version: 3, code: "A", name: "直客", used: 1200, can: ["edit"] },
  { id: "2", version: 1, code: "B", name: "同行", used: 0, can: [] },
];
const LIST: Answer = () => ({ records: ROWS, total: 2, totalCapped: false, current: 1, size: 10, totals: { used: 1200 } });
const ROUTES: Record<string, Answer> = {
  "GET /prm/category": LIST,
  "GET /prm/category/1": () => ROWS[0],
  "GET /platform/listSetting/prm_category": () => null,
};

beforeEach(() => {
  freshApp();
  logIn();
  Object.defineProperty(document.body, "clientWidth", { value: 1440, configurable: true });
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("a declared list", () => {
  it("asks for page 1 of 10 in the declared order, and shows rows, totals and count", async () => {
    // req: platform-list-paging
    const server = openApp("/prm_category", ROUTES);
    await screen.findByText("直客");
    expect(screen.getByRole("heading", { name: "合作分类" })).toBeTruthy();
    expect(Object.fromEntries(server.to("/prm/category")[0]?.query ?? [])).toEqual({ current: "1", size: "10", sort: "code,asc" });
    expect(screen.getByText("共 2 条")).toBeTruthy();
    expect(screen.getByText("合计")).toBeTruthy();
    expect(screen.getAllByText("1,200")).toHaveLength(2);
  });

  it("keeps filters in the address and shows them as chips", async () => {
    const server = openApp("/prm_category?name=%E7%9B%B4", ROUTES);
    await screen.findByText("直客");
    expect(server.to("/prm/category")[0]?.query.get("name")).toBe("直");
    fireEvent.click(screen.getByRole("button", { name: "取消筛选 名称" }));
    await waitFor(() => expect(address()).toBe("/prm_category"));
    fireEvent.change(screen.getByLabelText("名称"), { target: { value: "同 行" } });
    fireEvent.click(screen.getByRole("button", { name: "查询" }));
    await waitFor(() => expect(server.to("/prm/category").at(-1)?.query.get("name")).toBe("同 行"));
  });

  it("shows a button only to those who hold it, on rows that allow it", async () => {
    // req: auth-permission-buttons
    openApp("/prm_category", ROUTES);
    await screen.findByText("直客");
    expect(screen.getByRole("button", { name: "新增分类" })).toBeTruthy();
    expect(screen.getAllByRole("button", { name: "编辑" })).toHaveLength(1);
    expect(screen.queryByRole("button", { name: "删除" })).toBeNull();
  });
  it("puts the buttons of a row behind three dots below 768 px", async () => {
    // req: platform-breakpoint-narrow
    const width = (px: number) => Object.defineProperty(window, "innerWidth", { value: px, configurable: true });
    width(768);
    openApp("/prm_category", ROUTES);
    await screen.findByRole("button", { name: "编辑" });
    cleanup();
    width(767);
    openApp("/prm_category", ROUTES);
    await screen.findByRole("button", { name: "更多操作" });
    expect(screen.queryByRole("button", { name: "编辑" })).toBeNull();
    width(1440);
  });


  it("opens a linked number, and copies it from beside the link", async () => {
    const [category, ...others] = DECLARED.lists;
    if (!category) throw new Error("no list");
    const number = { name: "number", label: { zh: "主单号", en: "MAWB" }, kind: "waybill" as const, sortable: false, shown: true, link: "/prm_coop?id={id}" };
    setContract({ ...DECLARED, lists: [{ ...category, columns: [number, ...category.columns] }, ...others] });
    const writeText = vi.fn<(text: string) => Promise<void>>(async () => undefined);
    vi.stubGlobal("navigator", { ...navigator, userAgent: navigator.userAgent, clipboard: { writeText } });
    const rows = ROWS.map((row) => ({ ...row, number: row.id === "1" ? "990-12345675" : null }));
    openApp("/prm_category", { ...ROUTES, "GET /prm/category": () => ({ records: rows, total: 2, totalCapped: false, current: 1, size: 10 }) });
    const link = await screen.findByRole("link", { name: "990-12345675" });
    expect(link.getAttribute("href")).toBe("/prm_coop?id=1");
    expect(link.querySelector("button")).toBeNull();
    const copies = screen.getAllByRole("button", { name: /^复制/ });
    expect(copies.map((copy) => copy.getAttribute("aria-label"))).toEqual(["复制 990-12345675"]);
    if (copies[0]) fireEvent.click(copies[0]);
    await waitFor(() => expect(toasts()).toEqual(["已复制 990-12345675"]));
    expect(writeText).toHaveBeenCalledWith("990-12345675");
    expect(address()).toBe("/prm_category");
  });

  it("says why it is empty and what to do", async () => {
    const none: Answer = () => ({ records: [], total: 0, current: 1, size: 10 });
    openApp("/prm_category?name=x", { ...ROUTES, "GET /prm/category": none });
    await screen.findByText("没有符合筛选条件的数据");
    fireEvent.click(within(document.querySelector<HTMLElement>(".empty") ?? document.body).getByRole("button", { name: "清空筛选" }));
    await screen.findByText("暂无数据");
  });

  it("says that it could not be loaded, and tries again", async () => {
    // req: platform-error-load-failed
    let broken = true;
    openApp("/prm_category", { ...ROUTES, "GET /prm/category": (asked) => (broken ? envelope(500, 500, "") : LIST(asked)) });
    await screen.findByText("加载数据失败");
    broken = false;
    fireEvent.click(screen.getByRole("button", { name: "重试" }));
    await screen.findByText("直客");
  });

  it("moves by keyboard: arrows, Enter, / and ?", async () => {
    openApp("/prm_category", ROUTES);
    await screen.findByText("直客");
    fireEvent.keyDown(document.body, { key: "/" });
    expect(document.activeElement).toBe(screen.getByLabelText("名称"));
    (document.activeElement as HTMLElement).blur();
    fireEvent.keyDown(document.body, { key: "ArrowDown" });
    await waitFor(() => expect(document.querySelector(".is-active")?.textContent).toContain("直客"));
    fireEvent.keyDown(document.body, { key: "Enter" });
    await screen.findByText("编辑合作分类");
  });

  it("shows the sheet of keys", async () => {
    openApp("/prm_category", ROUTES);
    await screen.findByText("直客");
    fireEvent.keyDown(document.body, { key: "?" });
    await screen.findByText("键盘快捷键");
  });

  it("beyond 10,000 rows turns pages one by one", async () => {
    const pages: Answer = ({ query }) => ({
      records: ROWS,
      total: 10_000,
      totalCapped: true,
      current: Number(query.get("current")),
      size: 10,
      more: true,
      next: query.has("cursor") ? undefined : "c2",
    });
    const server = openApp("/prm_category?current=1000", { ...ROUTES, "GET /prm/category": pages });
    await screen.findByText("共 10,000+ 条");
    fireEvent.click(screen.getByRole("button", { name: "下一页" }));
    await waitFor(() => expect(server.to("/prm/category").at(-1)?.query.get("cursor")).toBe("c2"));
  });

  it("draws only visible rows above ten", async () => {
    // req: platform-table-virtual-scroll
    const many = (count: number): Answer => () => ({
      records: Array.from({ length: count }, (_, at) => ({ id: String(at), code: `C${at}`, name: `分类${at}`, used: 1, can: [] })),
      total: count,
      current: 1,
      size: 500,
    });
    openApp("/prm_category?size=500", { ...ROUTES, "GET /prm/category": many(10) });
    await screen.findByText("分类9");
    expect(document.querySelector(".ant-table-tbody-virtual")).toBeNull();
    for (let row = 0; row < 10; row += 1) screen.getByText(`分类${row}`);
    cleanup();
    openApp("/prm_category?size=500", { ...ROUTES, "GET /prm/category": many(11) });
    await screen.findByText("分类0");
    expect(document.querySelector(".ant-table-tbody-virtual"), "one more than ten").not.toBeNull();
    cleanup();
    openApp("/prm_category?size=500", { ...ROUTES, "GET /prm/category": many(400) });
    await screen.findByText("分类0");
    expect(document.querySelector(".ant-table-tbody-virtual")).not.toBeNull();
    expect(screen.queryByText("分类399")).toBeNull();
  });
});

describe("the export dialog", () => {
  const open = async (answer: Answer) => {
    const server = openApp("/prm_category?name=a", { ...ROUTES, "POST /prm/category/export": answer });
    await screen.findByText("直客");
    fireEvent.click(screen.getByRole("button", { name: "导出" }));
    return { server, dialog: within(await screen.findByRole("dialog")) };
  };
  const file: Answer = () => new Response("xlsx", { headers: { "content-disposition": "attachment; filename=a.xlsx" } });

  beforeEach(() => {
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
    URL.createObjectURL = () => "blob:1";
  });

  it("exports the default fields of the whole query", async () => {
    // req: platform-export-dialog, platform-export-default-fields
    const { server, dialog } = await open(file);
    expect(dialog.getByLabelText<HTMLInputElement>("默认字段").checked).toBe(true);
    fireEvent.click(dialog.getByRole("button", { name: "导出" }));
    await waitFor(() => expect(toasts()).toEqual(["操作成功"]));
    expect(server.to("/prm/category/export")[0]?.json()).toEqual({ filters: { name: "a" }, sort: "code,asc", columnStrs: [] });
  });

  it("exports chosen fields in the chosen order, and wants at least one", async () => {
    // req: platform-export-custom-fields
    const { server, dialog } = await open(file);
    fireEvent.click(dialog.getByLabelText("自定义字段"));
    fireEvent.click(dialog.getByRole("button", { name: "导出" }));
    await waitFor(() => expect(toasts()).toEqual(["请至少选择一个字段"]));
    fireEvent.click(dialog.getByLabelText("代码"));
    fireEvent.click(dialog.getByLabelText("名称"));
    fireEvent.click(dialog.getByRole("button", { name: "名称 上移" }));
    fireEvent.click(dialog.getByRole("button", { name: "导出" }));
    await waitFor(() => expect(server.to("/prm/category/export")).toHaveLength(1));
    expect(server.to("/prm/category/export")[0]?.json()).toMatchObject({
      columnStrs: [{ label: "名称", prop: "name" }, { label: "代码", prop: "code" }],
    });
  });
});

describe("column settings", () => {
  it("are kept on the server", async () => {
    const put = vi.fn();
    openApp("/prm_category", { ...ROUTES, "PUT /platform/listSetting/prm_category": (asked) => put(asked.json()) });
    await screen.findByText("直客");
    fireEvent.click(screen.getByRole("button", { name: "列设置" }));
    const dialog = within(await screen.findByRole("dialog"));
    fireEvent.click(dialog.getByLabelText("名称"));
    fireEvent.click(dialog.getByRole("button", { name: "确定" }));
    await waitFor(() => expect(put).toHaveBeenCalledOnce());
    expect(put.mock.calls[0]?.[0]).toMatchObject({
      columns: [{ name: "code", shown: true, fixed: "left" }, { name: "name", shown: false }, { name: "used", shown: true }],
    });
    await waitFor(() => expect(screen.queryByText("直客")).toBeNull());
  });
});

describe("a declared form", () => {
  const create = async (answer: Answer) => {
    const server = openApp("/prm_category", { ...ROUTES, "POST /prm/category": answer });
    await screen.findByText("直客");
    fireEvent.click(screen.getByRole("button", { name: "新增分类" }));
    const drawer = within(await screen.findByRole("dialog"));
    return { server, drawer };
  };
  const fill = (drawer: ReturnType<typeof within>, label: RegExp, text: string) =>
    fireEvent.change(drawer.getByLabelText(label), { target: { value: text } });

  it("shows everything missing at once, at the fields and as a list", async () => {
    const { server, drawer } = await create(() => ({ id: "9" }));
    fireEvent.click(drawer.getByRole("button", { name: "保存" }));
    await waitFor(() => expect(drawer.getByText("请检查以下 2 处内容")).toBeTruthy());
    expect(drawer.getAllByText("请输入代码")).toHaveLength(2);
    expect(drawer.getAllByText("请输入名称")).toHaveLength(2);
    expect(server.to("/prm/category").filter((each) => each.method === "POST")).toEqual([]);
  });

  it("keeps what was typed when the server refuses, and jumps to the field", async () => {
    const findings = [{ field: "code", severity: "error", key: "unique", message: "代码已存在" }];
    const { drawer } = await create(() => envelope(200, 1, "代码已存在", { findings }));
    fill(drawer, /代码/, "abc");
    fill(drawer, /名称/, "甲");
    fireEvent.click(drawer.getByRole("button", { name: "保存" }));
    await waitFor(() => expect(drawer.getAllByText("代码已存在")).toHaveLength(2));
    expect(drawer.getByLabelText<HTMLInputElement>(/代码/).value).toBe("ABC");
    expect(document.activeElement).toBe(drawer.getByLabelText(/代码/));
    expect(toasts()).toEqual([]);
  });

  it("saves with Ctrl+S and reads the list again", async () => {
    const { server, drawer } = await create(() => ({ id: "9", version: 1 }));
    fill(drawer, /代码/, "abc");
    fill(drawer, /名称/, "甲");
    const before = server.to("/prm/category").length;
    fireEvent.keyDown(window, { key: "s", ctrlKey: true });
    await waitFor(() => expect(toasts()).toEqual(["操作成功"]));
    const sent = server.to("/prm/category").find((each) => each.method === "POST");
    expect(sent?.json()).toEqual({ code: "ABC", name: "甲" });
    await waitFor(() => expect(server.to("/prm/category").length).toBeGreaterThan(before + 1));
  });

  it("asks before unsaved content is left", async () => {
    const { drawer } = await create(() => ({ id: "9" }));
    fill(drawer, /名称/, "甲");
    fireEvent.click(drawer.getByRole("button", { name: "取消" }));
    await screen.findByText("内容未保存，确认离开？");
    fireEvent.click(screen.getByRole("button", { name: "继续编辑" }));
    await waitFor(() => expect(screen.queryByText("内容未保存，确认离开？")).toBeNull());
    expect(drawer.getByLabelText<HTMLInputElement>(/名称/).value).toBe("甲");
  });

  it("sends the version that was read", async () => {
    const put = vi.fn();
    openApp("/prm_category", { ...ROUTES, "PUT /prm/category/1": (asked) => put(asked.json()) });
    await screen.findByText("直客");
    fireEvent.click(screen.getByRole("button", { name: "编辑" }));
    const drawer = within(await screen.findByRole("dialog"));
    fireEvent.change(await drawer.findByLabelText(/名称/), { target: { value: "直客客户" } });
    fireEvent.click(drawer.getByRole("button", { name: "保存" }));
    await waitFor(() => expect(put).toHaveBeenCalledWith({ code: "A", name: "直客客户", version: 3 }));
  });
});

it("a form with a path is a page that asks before it is left, unless it stays open as a tab", async () => {
  setLook({ tabs: false });
  const [category] = DECLARED.forms;
  if (!category) throw new Error("no form");
  setContract({ ...DECLARED, forms: [{ ...category, path: "/prm_category_edit" }] });
  openApp("/prm_category_edit?id=1", ROUTES);
  const name = await screen.findByLabelText<HTMLInputElement>(/名称/);
  expect(name.value).toBe("直客");
  fireEvent.change(name, { target: { value: "改" } });
  await screen.findByText("未保存");
  fireEvent.click(within(screen.getByRole("navigation", { name: "主导航" })).getByRole("link", { name: "首页" }));
  await screen.findByText("内容未保存，确认离开？");
  fireEvent.click(screen.getByRole("button", { name: "离开" }));
  await waitFor(() => expect(address()).toBe("/dashboard"));
});
