import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DECLARED, address, freshApp, logIn, openApp } from "@/app/app-kit";
import { goTo } from "@/platform/navigate";
import { setLook } from "@/platform/theme/theme-store";
import { setContract } from "@/platform/page-registry";
import type { Answer } from "@/platform/test-kit";

const ROW = { id: "1", version: 3, code: "A", name: "直客", used: 12, can: ["edit"] };
const LIST: Answer = () => ({ records: [ROW], total: 1, totalCapped: false, current: 1, size: 10 });
const ROUTES: Record<string, Answer> = {
  "GET /prm/category": LIST,
  "GET /prm/category/1": () => ROW,
  "GET /platform/listSetting/prm_category": () => null,
  "DELETE /auth/token/logout": () => null,
};
const FORM = "/prm_category_edit?id=1";

beforeEach(() => {
  freshApp();
  logIn();
  const [form] = DECLARED.forms;
  const [list] = DECLARED.lists;
  if (!form || !list) throw new Error("no form");
  const edited = { ...list, editLink: "/prm_category_edit?id={id}" };
  setContract({ lists: [edited], forms: [{ ...form, path: "/prm_category_edit" }] });
  Object.defineProperty(document.body, "clientWidth", { value: 1440, configurable: true });
  Object.defineProperty(window, "innerWidth", { value: 1440, configurable: true });
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const strip = () => screen.getByRole("tablist", { name: "已打开的页面" });
const tabs = () => within(strip()).getAllByRole("tab");
const words = () => tabs().map((tab) => tab.textContent);
const tab = (name: string | RegExp) => within(strip()).getByRole("tab", { name });
const go = (path: string) => act(() => goTo(path));
const typed = () => document.querySelector<HTMLInputElement>('.form-page [data-field="name"] input');
const shownName = () => waitFor(() => typed() ?? Promise.reject(new Error("no form")));

/** The form, with something typed, behind the list. */
async function typedBehindList(routes: Record<string, Answer> = ROUTES) {
  const server = openApp(FORM, routes);
  fireEvent.change(await shownName(), { target: { value: "改" } });
  await screen.findByText("未保存");
  go("/prm_category");
  await screen.findByText("共 1 条");
  return server;
}

// Issue 25, 27: an address is no title.
it("names the tab of an address where no page is", async () => {
  openApp("/nowhere_at_all", ROUTES);
  await screen.findByText("抱歉，您访问的页面不存在");
  await waitFor(() => expect(words()).toEqual(["页面不存在"]));
});

describe("open pages", () => {
  it("keep what was typed, unasked, and are neither read nor heard while they are behind", async () => {
    const server = await typedBehindList();
    expect(screen.queryByText("内容未保存，确认离开？")).toBeNull();
    expect(words()).toEqual(["A", "合作分类"]);
    expect(tab(/A/).getAttribute("aria-selected")).toBe("false");
    expect(within(tab(/A/)).getByRole("img", { name: "未保存" })).toBeTruthy();
    // The form behind would save with these keys.
    fireEvent.keyDown(window, { key: "s", ctrlKey: true });
    fireEvent.click(tab(/A/));
    await waitFor(() => expect(address()).toBe(FORM));
    await waitFor(() => expect(tab(/A/).getAttribute("aria-selected")).toBe("true"));
    expect((await shownName()).value).toBe("改");
    expect(screen.getByText("未保存")).toBeTruthy();
    expect(server.to("/prm/category/1")).toHaveLength(1);
    expect(server.asked.filter(({ method }) => method === "PUT")).toEqual([]);
    expect(document.title).toContain("A · 合作分类");
  });

  it("are found again by the menu as they were left, and by the back button", async () => {
    openApp("/prm_category?name=%E7%9B%B4", ROUTES);
    await screen.findByText("直客");
    go("/prm_coop");
    await waitFor(() => expect(address()).toBe("/prm_coop"));
    await waitFor(() => expect(words()).toHaveLength(2));
    go("/prm_category");
    await waitFor(() => expect(address()).toBe("/prm_category?name=%E7%9B%B4"));
    expect(words()).toHaveLength(2);
    act(() => window.history.back());
    await waitFor(() => expect(address()).toBe("/prm_coop"));
    await waitFor(() => expect(tabs()[1]?.getAttribute("aria-selected")).toBe("true"));
  });

  it("are tabs for keyboard and screen reader: arrows move, the panel is named, Delete closes", async () => {
    await typedBehindList();
    expect(tabs().map((each) => each.tabIndex)).toEqual([-1, 0]);
    fireEvent.keyDown(tab("合作分类"), { key: "ArrowRight" });
    expect(document.activeElement).toBe(tabs()[0]);
    fireEvent.keyDown(tabs()[0] as HTMLElement, { key: "End" });
    expect(document.activeElement).toBe(tabs()[1]);
    const panel = document.getElementById(tabs()[1]?.getAttribute("aria-controls") ?? "");
    expect(panel?.getAttribute("role")).toBe("tabpanel");
    expect(panel?.getAttribute("aria-labelledby")).toBe(tabs()[1]?.id);
    fireEvent.keyDown(tabs()[1] as HTMLElement, { key: "Delete" });
    await waitFor(() => expect(words()).toEqual(["A"]));
    await waitFor(() => expect(address()).toBe(FORM));
  });

  it("ask before something unsaved in them is closed", async () => {
    await typedBehindList();
    fireEvent(tab(/A/), new MouseEvent("auxclick", { bubbles: true, button: 1 }));
    await screen.findByText("内容未保存，确认离开？");
    fireEvent.click(screen.getByRole("button", { name: "继续编辑" }));
    await waitFor(() => expect(address()).toBe(FORM));
    expect((await shownName()).value).toBe("改");
    fireEvent.keyDown(document.body, { key: "\\", ctrlKey: true });
    await screen.findByText("内容未保存，确认离开？");
    fireEvent.click(screen.getByRole("button", { name: "离开" }));
    await waitFor(() => expect(words()).toEqual(["合作分类"]));
    expect(address()).toBe("/prm_category");
  });

  it("are closed but for one by their menu, which counts what is unsaved", async () => {
    await typedBehindList();
    fireEvent.contextMenu(tab("合作分类"), { clientX: 5, clientY: 5 });
    const menu = screen.getByRole("menu", { name: "页面操作" });
    const item = (name: string) => within(menu).getByRole<HTMLButtonElement>("menuitem", { name });
    expect(item("关闭右侧").disabled).toBe(true);
    fireEvent.click(item("关闭其他"));
    await screen.findByText("1 个页面有未保存的内容，确认关闭？");
    fireEvent.click(screen.getByRole("button", { name: "离开" }));
    await waitFor(() => expect(words()).toEqual(["合作分类"]));
  });

  it("are read anew by 刷新", async () => {
    const server = openApp("/prm_category", ROUTES);
    await screen.findByText("直客");
    const asked = server.to("/prm/category").length;
    fireEvent.contextMenu(tab("合作分类"), { clientX: 5, clientY: 5 });
    fireEvent.click(screen.getByRole("menuitem", { name: "刷新" }));
    await waitFor(() => expect(server.to("/prm/category").length).toBe(asked + 1));
  });

  it("read the first page of the day anew for the jump home, wherever it is made from", async () => {
    const server = openApp("/dashboard", ROUTES);
    const asked = () => server.to("/afbase/aforder/statistics").length;
    await waitFor(() => expect(asked()).toBe(1));
    go("/prm_category");
    await screen.findByText("共 1 条");
    fireEvent.click(screen.getByRole("button", { name: "示例货代" }));
    await waitFor(() => expect(address()).toMatch(/^\/dashboard\?t=\d+$/));
    await waitFor(() => expect(asked()).toBe(2));
    expect(words()).toEqual(["首页", "合作分类"]);
  });

  it("are asked about once when the user logs out", async () => {
    const server = await typedBehindList();
    fireEvent.click(screen.getByRole("button", { name: /^用户菜单/ }));
    fireEvent.click(await screen.findByRole("menuitem", { name: "退出登录" }));
    await screen.findByText("1 个页面有未保存的内容，确认退出登录？");
    fireEvent.click(screen.getByRole("button", { name: "离开" }));
    await waitFor(() => expect(address()).toMatch(/^\/login/));
    expect(server.to("/auth/token/logout")).toHaveLength(1);
    expect(sessionStorage.getItem("tabs")).toBeNull();
  });

  it("are there after a reload, read when they are looked at; not for another user", async () => {
    const server = await typedBehindList();
    cleanup();
    openApp("/prm_category", ROUTES);
    await waitFor(() => expect(words()).toEqual(["A", "合作分类"]));
    expect(typed()).toBeNull();
    fireEvent.click(tab("A"));
    expect((await shownName()).value).toBe("直客");
    expect(server.to("/prm/category/1")).toHaveLength(1);
    cleanup();
    logIn({ userId: "8" });
    openApp("/prm_category", ROUTES);
    await screen.findByText("共 1 条");
    expect(words()).toEqual(["合作分类"]);
  });

  it("are no tabs for who turned them off, and none below 768 px", async () => {
    openApp("/prm_category", ROUTES);
    await screen.findByText("共 1 条");
    expect(words()).toHaveLength(1);
    act(() => setLook({ tabs: false }));
    expect(screen.queryByRole("tablist", { name: "已打开的页面" })).toBeNull();
    go("/prm_coop");
    await waitFor(() => expect(document.querySelectorAll(".page-panel")).toHaveLength(1));
    act(() => setLook({ tabs: true }));
    expect(tabs()).toHaveLength(1);
    Object.defineProperty(window, "innerWidth", { value: 767, configurable: true });
    act(() => void window.dispatchEvent(new Event("resize")));
    expect(screen.queryByRole("tablist", { name: "已打开的页面" })).toBeNull();
  });
});
