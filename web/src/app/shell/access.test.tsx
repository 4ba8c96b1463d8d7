import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { address, freshApp, logIn, openApp } from "@/app/app-kit";
import type { AccessRecord } from "@/app/shell/access-records";
import { goTo, page } from "@/platform/navigate";
import { type Answer, envelope } from "@/platform/test-kit";

beforeEach(() => {
  freshApp();
  Object.defineProperty(document.body, "clientWidth", { value: 1440, configurable: true });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const LIST = "/hrs/userAccessRecord/getUserAccessRecordList";
const RECORD = "/hrs/userAccessRecord/recordMenu";

const record = (id: string, name: string, path: string, more: Partial<AccessRecord> = {}): AccessRecord => ({
  recordId: `r${id}`, permissionId: id, permissionName: name, path, status: 0, sort: -1, accessTime: null, ...more,
});
const ROWS: Answer = () => ({ records: [], total: 0, current: 1, size: 10 });
/** Seven pages the user holds, and one he does not. */
const PAGES = ["甲", "乙", "丙", "丁", "戊", "己", "庚"].map((label, at) => ({ id: String(at), label, path: `/page_${at}` }));
const CLOSED = { id: "9", label: "辛", path: "/unPermission", have: false };
const TREE: Record<string, Answer> = { "GET /hrs/permission": () => [{ id: "p", label: "全部", children: [...PAGES, CLOSED] }] };
const visited = (at: number, accessTime: string | null) => record(String(at), PAGES[at]?.label ?? "", `/page_${at}`, { accessTime });

/** Two visits; the device is slower than the server: the next visit counts all the same. */
const TWO_VISITS: Record<string, Answer> = {
  "GET /prm/category": ROWS,
  [`GET ${LIST}`]: () => [
    record("21", "空运出口订单", "/af_order", { accessTime: "2999-01-01 00:00:00" }),
    record("12", "合作分类", "/prm_category", { accessTime: "2026-07-01 08:00:00" }),
  ],
};

const part = async (name: string) => within(await screen.findByRole("region", { name }));
const names = (inside: ReturnType<typeof within>): string[] =>
  inside.queryAllByRole("link").map((each: HTMLElement) => each.textContent);

describe("the user's own menus in the sidebar", () => {
  it("are the chosen ones in their order, and lead to their pages", async () => {
    // req: shell-sidebar-common-menus
    logIn();
    openApp("/noPermission", {
      [`GET ${LIST}`]: () => [
        record("12", "合作分类", "/prm_category", { status: 1, sort: 1 }),
        record("21", "空运出口订单", "/af_order", { status: 1, sort: 0 }),
        record("11", "合作伙伴列表", "/prm_coop"),
        record("99", "收回的菜单", "/withdrawn", { status: 1, sort: 2 }),
      ],
      "GET /prm/category": ROWS,
      "GET /hrs/permission/getAllPermissionAndHave": () => [],
    });
    const common = await part("我的常用菜单");
    await common.findByText("合作分类");
    expect(names(common)).toEqual(["空运出口订单", "合作分类"]);
    fireEvent.click(common.getByRole("link", { name: "合作分类" }));
    await waitFor(() => expect(address()).toBe("/prm_category"));
    fireEvent.click(common.getByRole("button", { name: "常用菜单设置" }));
    await screen.findByRole("dialog");
  });

  it("say when there are none, and when they could not be read", async () => {
    logIn();
    let answer: Answer = () => [];
    openApp("/noPermission", { [`GET ${LIST}`]: (asked) => answer(asked) });
    await (await part("我的常用菜单")).findByText("尚未设置常用菜单");
    cleanup();
    answer = () => envelope(500, 500, "");
    openApp("/noPermission", { [`GET ${LIST}`]: (asked) => answer(asked) });
    await (await part("我的常用菜单")).findByText("加载数据失败");
    // The rest of the page stands.
    screen.getByRole("link", { name: "首页" });
  });

  it("are not for those who only book", async () => {
    // req: home-edition-hides-common-menu, platform-edition-online-booking
    logIn({ orgVersion: "ONLINE_BOOKING" });
    openApp("/noPermission", { [`GET ${LIST}`]: () => [record("12", "合作分类", "/prm_category", { accessTime: "2026-07-01 08:00:00" })] });
    await part("最近访问");
    expect(screen.queryByRole("region", { name: "我的常用菜单" })).toBeNull();
    cleanup();
    logIn({ orgVersion: "ONLINE" });
    openApp("/noPermission");
    await part("我的常用菜单");
  });
});

describe("the last visits", () => {
  it("are the five newest of permitted menus, each once, newest first", async () => {
    // req: shell-sidebar-top-access, shell-open-top-access
    logIn();
    openApp("/noPermission", {
      ...TREE,
      [`GET ${LIST}`]: () => [
        visited(0, "2026-07-01 08:00:00"),
        visited(1, "2026-07-01 08:00:05"),
        record("x", "乙", "/page_1", { accessTime: "2026-07-01 08:00:04" }),
        visited(2, "2026-06-30 23:59:59"),
        visited(3, "2026-07-02 00:00:00"),
        visited(4, null),
        visited(5, "2026-01-01 00:00:00"),
        visited(6, "2025-12-31 23:59:59"),
        record("9", "辛", "/unPermission", { accessTime: "2026-07-03 00:00:00" }),
      ],
    });
    const recent = await part("最近访问");
    expect(names(recent)).toEqual(["丁", "乙", "甲", "丙", "己"]);
    expect(recent.getByRole("link", { name: "丁" }).getAttribute("href")).toBe("/page_3");
  });

  it("are gone to with a click, and begin with the menu just visited", async () => {
    // req: shell-sidebar-top-access, shell-record-menu-visit
    logIn();
    const server = openApp("/noPermission", TWO_VISITS);
    const recent = await part("最近访问");
    expect(names(recent)).toEqual(["空运出口订单", "合作分类"]);
    fireEvent.click(recent.getByRole("link", { name: "合作分类" }));
    await waitFor(() => expect(names(recent)).toEqual(["合作分类", "空运出口订单"]));
    expect(address()).toBe("/prm_category");
    expect(server.to(LIST)).toHaveLength(1);
    expect(server.to(RECORD).map((each) => each.json())).toEqual([{ id: "12", name: "合作分类", path: "/prm_category" }]);
  });

  it("stand still while the pointer is over the menu, which would move away from under it", async () => {
    logIn();
    const server = openApp("/noPermission", TWO_VISITS);
    const recent = await part("最近访问");
    const menu = screen.getByRole("navigation", { name: "主导航" });
    fireEvent.pointerEnter(menu);
    fireEvent.click(recent.getByRole("link", { name: "合作分类" }));
    await waitFor(() => expect(server.to(RECORD)).toHaveLength(1));
    expect(names(recent)).toEqual(["空运出口订单", "合作分类"]);
    fireEvent.pointerLeave(menu);
    await waitFor(() => expect(names(recent)).toEqual(["合作分类", "空运出口订单"]));
  });
});

describe("a visit", () => {
  const recorded = (server: ReturnType<typeof openApp>) => server.to(RECORD).map((each) => (each.json() as { id: string }).id);

  it("is noted once per navigation to a menu, and not for other pages", async () => {
    // req: shell-record-menu-visit
    logIn();
    const server = openApp("/dashboard", { "GET /prm/category": ROWS });
    await screen.findByRole("navigation", { name: "主导航" });
    goTo("/prm_category");
    await screen.findByRole("heading", { name: "合作分类" });
    await waitFor(() => expect(recorded(server)).toEqual(["12"]));
    // Another query of the same page is no other visit.
    goTo("/prm_category?current=2");
    await waitFor(() => expect(address()).toBe("/prm_category?current=2"));
    goTo("/noPermission");
    await screen.findByText("抱歉，您没有权限访问该页面");
    expect(recorded(server)).toEqual(["12"]);
    goTo("/prm_category");
    await waitFor(() => expect(recorded(server)).toEqual(["12", "12"]));
  });

  it("that cannot be noted says nothing and keeps nobody from the page", async () => {
    // req: shell-record-menu-visit
    logIn();
    const server = openApp("/prm_category", { "GET /prm/category": ROWS, [`POST ${RECORD}`]: () => envelope(500, 500, "记录失败") });
    await screen.findByRole("heading", { name: "合作分类" });
    await waitFor(() => expect(server.to(RECORD)).toHaveLength(1));
    expect(screen.queryByText(/记录失败|服务器/)).toBeNull();
  });

  it("of a page yet to come belongs to the menu of its name", async () => {
    logIn();
    vi.spyOn(page, "open").mockImplementation(goTo);
    const server = openApp("/noPermission", {
      "GET /hrs/permission": () => [
        { id: "7", path: "/unDevelop", label: "运价" },
        { id: "8", path: "/unDevelop", label: "报价" },
      ],
    });
    fireEvent.click(await screen.findByRole("link", { name: "报价" }));
    await waitFor(() => expect(recorded(server)).toEqual(["8"]));
  });
});
