import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { TREE, address, freshApp, logIn, openApp } from "@/app/app-kit";
import { type QuickTool, QuickTools } from "@/app/home/quick-tools";
import { labelText } from "@/platform/i18n";
import { loadPageIndex, setContract, titleOf } from "@/platform/page-registry";
import { forgetPermission } from "@/platform/permission";
import { type Answer, envelope } from "@/platform/test-kit";
import { renderPage, toasts } from "@/platform/test-shell";

const RECORDS = "/hrs/userAccessRecord/getUserAccessRecordList";

beforeEach(() => {
  freshApp();
  Object.defineProperty(document.body, "clientWidth", { value: 1440, configurable: true });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const card = async (name: string) => {
  const found = (await screen.findByRole("heading", { name })).closest("section");
  if (!found) throw new Error(name);
  return within(found as HTMLElement);
};
const titles = () => {
  const headings = within(screen.getByRole("main")).getAllByRole("heading", { level: 2 });
  return headings.map((each) => each.textContent);
};

describe("the home page", () => {
  it("opens for whoever is logged in, and for nobody else", async () => {
    // req: home-route-dashboard, home-welcome-panel
    vi.stubGlobal("__FORWARDER__", { rankingHosts: ["localhost"] });
    openApp("/dashboard");
    await waitFor(() => expect(address()).toBe("/login?redirect=/dashboard"));
    cleanup();
    logIn();
    openApp("/dashboard", { "GET /hrs/permission": () => [], "GET /hrs/permission/getButtonInfo": () => [] });
    await screen.findByRole("heading", { name: /好，李想$/ });
    expect(titles()).toEqual(["业务统计", "系统公告", "快捷工具", "常用菜单", "帮助中心", "网络成员活跃榜", "全部功能"]);
    expect(screen.getByText("您还没有可用的功能，请联系管理员分配权限。")).toBeTruthy();
  });

  it("stands while each of its blocks fails for itself", async () => {
    vi.stubGlobal("__FORWARDER__", { rankingHosts: ["localhost"] });
    logIn();
    const fails = () => envelope(500, 500, "");
    openApp("/dashboard", {
      "GET /afbase/aforder/statistics": fails,
      "GET /hrs/notice": fails,
      "GET /hrs/tutorial/list": fails,
      "GET /hrs/userAccessRecord/topActiveIndex": fails,
      [`GET ${RECORDS}`]: fails,
    });
    for (const text of ["空运订单数据加载失败", "系统公告加载失败", "签约企业活跃指数加载失败"]) await screen.findByText(text);
    await (await card("常用菜单")).findByText("加载数据失败");
    expect(toasts()).toEqual([]);
    expect((await card("帮助中心")).getByRole("link", { name: "视频教程" })).toBeTruthy();
    expect((await card("全部功能")).getByRole("link", { name: "合作分类" }).getAttribute("href")).toBe("/prm_category");
  });

  it("reads in English, too", async () => {
    localStorage.setItem("pageLanguage", "en-US");
    const { setLanguage } = await import("@/platform/i18n");
    await setLanguage("en-US");
    logIn({ userEname: "Xiang Li" });
    openApp("/dashboard");
    await screen.findByRole("heading", { name: /Good \w+, Xiang Li/ });
    expect(titles()).toEqual([
      "Business statistics", "Announcements", "Quick tools", "Common menus", "Help", "All functions",
    ]);
    expect(document.body.textContent).not.toMatch(/home:/);
    cleanup();
    await setLanguage("zh-CN");
  });
});

describe("the quick tools", () => {
  const openHome = async (routes: Record<string, Answer> = {}) => {
    logIn();
    openApp("/dashboard", routes);
    return card("快捷工具");
  };

  it("are ten, in their order, each with its address", async () => {
    // req: home-quick-tools
    const tools = await openHome();
    expect(tools.getAllByRole("link").map((each) => `${each.textContent} ${each.getAttribute("href")}`)).toEqual([
      "货物追踪 /newCargoTracking", "我的询价 /af_order_inquiry", "机场查询 /af_airport", "TACT查询 /af_tact",
      "税则查询 /af_tariff_details", "航司查询 /af_carrier", "海港查询 /sc_port_maintenance", "船公司查询 /sc_ship_company",
      "航班信息 /af_flight", "公布运价 /af_tact_public",
    ]);
  });

  it.each([
    ["货物追踪", "/newCargoTracking", "open"],
    ["我的询价", "/af_order_inquiry"],
    ["机场查询", "/af_airport"],
    ["TACT查询", "/af_tact"],
    ["税则查询", "/af_tariff_details"],
    ["航司查询", "/af_carrier"],
    ["海港查询", "/sc_port_maintenance"],
    ["船公司查询", "/sc_ship_company"],
    ["航班信息", "/af_flight"],
    ["公布运价", "/af_tact_public"],
  ])("lead to %s for who holds it, and past the guard for who does not", async (name, path, open = "") => {
    // req: home-quick-cargo-tracking, home-quick-my-inquiries, home-quick-airport, home-quick-tact, home-quick-tariff
    // req: home-quick-carrier, home-quick-seaport, home-quick-shipping-line, home-quick-flight
    // req: home-quick-published-prices
    setContract(null);
    await loadPageIndex();
    const built = titleOf(path);
    fireEvent.click((await openHome()).getByRole("link", { name }));
    // Issue 25, 22: a page that is not built yet is there for nobody; it is said where one is.
    const unopened = async () => {
      await waitFor(() => expect(toasts()).toContain("功能暂未开放，敬请期待"));
      expect(address()).toBe("/dashboard");
    };
    if (!built) return unopened();
    await waitFor(() => expect(address()).toBe(open ? path : `/unPermission?name=${path}`));
    cleanup();
    forgetPermission();
    const held = [...TREE, { id: "9", path, label: name }];
    fireEvent.click((await openHome({ "GET /hrs/permission": () => held })).getByRole("link", { name }));
    await screen.findByRole("heading", { level: 1, name: labelText(built) });
    expect(address()).toBe(path);
  });

  it("say so where there is no page yet, and stay", async () => {
    // req: home-quick-no-path
    const tools: QuickTool[] = [{ name: "flight", path: "" }, { name: "ship", path: "/sc_ship_company" }];
    renderPage(<QuickTools tools={tools} />, "/dashboard");
    const before = address();
    fireEvent.click(await screen.findByRole("button", { name: "航班信息" }));
    expect(toasts()).toEqual(["功能暂未开放，敬请期待"]);
    expect(address()).toBe(before);
    expect(screen.getByRole("link", { name: "船公司查询" })).toBeTruthy();
  });
});

describe("the common menus", () => {
  const record = (sort: number, name = `菜单${sort}`, path = `/page${sort}`) => ({
    recordId: `r${sort}`, permissionId: `p${sort}`, permissionName: name, path, status: 1, sort,
    accessTime: null, editTime: null, createTime: "2026-07-01 09:00:00",
  });
  const held = (count: number) => [
    ...TREE,
    ...Array.from({ length: count }, (_, at) => ({ id: `p${at}`, path: `/page${at}`, label: `菜单${at}` })),
  ];

  it("are the first six by their order, each with its way", async () => {
    // req: home-common-menu-card
    logIn();
    const records = [6, 5, 4, 3, 2, 1].map((sort) => record(sort));
    const visited = { ...record(0, "菜单0"), status: 0, sort: -1, accessTime: "2026-07-01 10:00:00" };
    openApp("/dashboard", {
      "GET /hrs/permission": () => held(7),
      [`GET ${RECORDS}`]: () => [...records, record(0, "合作分类", "/prm_category"), { ...visited, permissionId: "px" }],
      "GET /prm/category": () => ({ records: [], total: 0, current: 1, size: 10 }),
    });
    const menus = await card("常用菜单");
    await menus.findByRole("link", { name: "合作分类" });
    const shown = menus.getAllByRole("link").map((each) => each.textContent);
    expect(shown).toEqual(["合作分类", "菜单1", "菜单2", "菜单3", "菜单4", "菜单5"]);
    fireEvent.click(menus.getByRole("link", { name: "合作分类" }));
    await waitFor(() => expect(address()).toBe("/prm_category"));
  });

  it("are chosen behind the settings icon; what was saved stands here at once", async () => {
    // req: home-common-menu-settings
    logIn();
    let saved: unknown[] = [];
    const server = openApp("/dashboard", {
      [`GET ${RECORDS}`]: () => saved,
      "POST /hrs/userAccessRecord/saveUserAccessRecordList": () => {
        saved = [{ ...record(0, "合作分类", "/prm_category"), permissionId: "12" }];
        return null;
      },
    });
    const menus = await card("常用菜单");
    await menus.findByText(/还没有常用菜单/);
    fireEvent.click(menus.getByRole("button", { name: "设置常用菜单" }));
    const dialog = within(await screen.findByRole("dialog", { name: "常用菜单设置" }));
    fireEvent.click(await dialog.findByRole("checkbox", { name: "合作分类" }));
    fireEvent.click(dialog.getByRole("button", { name: "确定" }));
    await menus.findByRole("link", { name: "合作分类" });
    expect(server.to("/hrs/userAccessRecord/saveUserAccessRecordList")).toHaveLength(1);
    expect(menus.queryByText(/还没有常用菜单/)).toBeNull();
  });
});

describe("the help card", () => {
  it("leads to the tutorials and to those that were chosen for the home page", async () => {
    // req: home-help-videos
    logIn();
    const server = openApp("/dashboard", {
      "GET /hrs/tutorial/list": () => ({ modules: [], tutorials: [{ id: "7", title: "订单录入", done: false }] }),
    });
    const help = await card("帮助中心");
    expect((await help.findByRole("link", { name: "订单录入" })).getAttribute("href")).toBe("/tutorial?id=7");
    expect(help.getByRole("link", { name: "视频教程" }).getAttribute("href")).toBe("/tutorial");
    expect(server.to("/hrs/tutorial/list")[0]?.query.get("home")).toBe("true");
  });

  it("has the tutorials, the manual, which opens beside the page, and the guide", async () => {
    // req: home-help-card, home-help-manual, shell-open-help-calls
    const opened = vi.spyOn(window, "open").mockReturnValue(null);
    logIn();
    let manual = "https://example.com/manual";
    const server = openApp("/dashboard", { "GET /hrs/permission/374": () => ({ helpDocumentUrl: manual }) });
    const help = await card("帮助中心");
    expect(help.getAllByRole("listitem").map((each) => each.textContent)).toEqual(["视频教程", "用户手册", "新手指引"]);
    expect(server.to("/hrs/permission/374")).toHaveLength(0);
    fireEvent.click(help.getByRole("button", { name: "用户手册" }));
    await waitFor(() => expect(opened).toHaveBeenCalledWith("https://example.com/manual", "_blank", "noopener"));
    manual = "";
    fireEvent.click(help.getByRole("button", { name: "用户手册" }));
    await waitFor(() => expect(toasts()).toEqual(["功能暂未开放，敬请期待"]));
    expect(opened).toHaveBeenCalledTimes(1);
  });
});

describe("the edition", () => {
  it("for booking leads to more, and has no common menus", async () => {
    // req: home-edition-upgrade-prompt, home-edition-hides-common-menu
    logIn({ orgVersion: "ONLINE_BOOKING" });
    openApp("/dashboard");
    const link = await screen.findByRole("link", { name: "升级完整版，体验更多功能" });
    expect(screen.queryByRole("heading", { name: /常用菜单/ })).toBeNull();
    fireEvent.click(link);
    await waitFor(() => expect(address()).toBe("/contactUs"));
  });

  it("of the others asks for no upgrade, and has common menus", async () => {
    // req: home-edition-upgrade-prompt, home-edition-hides-common-menu
    for (const orgVersion of ["PROFESSIONAL", "", undefined]) {
      logIn(orgVersion === undefined ? {} : { orgVersion });
      openApp("/dashboard");
      await card("常用菜单");
      expect(screen.queryByRole("link", { name: "升级完整版，体验更多功能" })).toBeNull();
      cleanup();
    }
  });
});
