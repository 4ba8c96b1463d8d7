import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { TREE, address, freshApp, logIn, openApp } from "@/app/app-kit";
import { logout } from "@/app/logout";
import { closePersonalSettings } from "@/app/personal/personal-store";
import { Sidebar } from "@/app/shell/sidebar";
import { page } from "@/platform/navigate";
import { menuOf, usePermission } from "@/platform/permission";
import { KEY } from "@/platform/storage";
import { envelope, stubServer } from "@/platform/test-kit";
import { renderPage, wearStyles } from "@/platform/test-shell";

const width = (px: number) => Object.defineProperty(document.body, "clientWidth", { value: px, configurable: true });

beforeEach(() => {
  freshApp();
  width(1440);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const sidebar = () => screen.findByRole("navigation", { name: "主导航" });

describe("the sidebar", () => {
  it("shows the tree of the user, without hidden nodes", async () => {
    // req: shell-sidebar-tree, shell-sidebar-hidden
    logIn();
    const [partners, air] = TREE;
    openApp("/dashboard", { "GET /hrs/permission": () => [{ ...partners, icon: "prm" }, { ...air, icon: "plane" }, { id: "3", path: "/x", label: "其他" }] });
    const menu = await sidebar();
    fireEvent.click(within(menu).getByRole("button", { name: "合作伙伴" }));
    expect(within(menu).getByRole("link", { name: "合作分类" }).getAttribute("href")).toBe("/prm_category");
    const icon = (role: string, name: string) => within(menu).getByRole(role, { name }).querySelector("svg.menu-icon path")?.getAttribute("d");
    const [first, second, home] = [icon("button", "合作伙伴"), icon("link", "空运出口订单"), icon("link", "首页")];
    expect(new Set([first, second, home]).size, "each group has a sign of its own").toBe(3);
    expect(first).toBeTruthy();
    expect(icon("link", "其他"), "a menu without a sign has a dot").toBeUndefined();
    expect(within(menu).getByRole("link", { name: "其他" }).querySelector(".menu-dot")).not.toBeNull();
    expect(within(menu).queryByText("隐藏的日志")).toBeNull();
  });

  it("puts a single visible child in its parent's place, unless the parent always shows", () => {
    // req: shell-sidebar-single-child; issue 25, 22: under the name of the page it opens
    const child = { id: "2", path: "/af_order", label: "订单" };
    const other = { id: "3", path: "/af_awb", label: "运单", hidden: true };
    expect(menuOf([{ id: "1", label: "空运", children: [child, other] }])).toEqual([
      { id: "1", path: "/af_order", title: "订单", children: [] },
    ]);
    const always = menuOf([{ id: "1", label: "空运", alwaysShow: true, children: [child] }]);
    expect(always[0]?.children.map((each) => each.path)).toEqual(["/af_order"]);
    expect(menuOf([{ id: "1", label: "空运", children: [other] }])).toEqual([]);
  });

  it("has the home page alone for a user without any permission", async () => {
    // req: shell-sidebar-tree
    logIn();
    openApp("/dashboard", { "GET /hrs/permission": () => [] });
    const links = within(await sidebar()).getAllByRole("link");
    expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([["首页", "/dashboard"]]);
    expect(within(await sidebar()).queryAllByRole("button", { expanded: false }), "no group either").toEqual([]);
  });

  it("lights up the page whose tab is open, and no page that merely begins alike", async () => {
    usePermission.setState({ tree: TREE });
    renderPage(<Sidebar pathname="/prm_category/tab" chosen={() => undefined} />);
    expect((await screen.findByRole("link", { name: "合作分类" })).getAttribute("aria-current")).toBe("page");
    cleanup();
    renderPage(<Sidebar pathname="/prm_category_other" chosen={() => undefined} />);
    await screen.findByRole("button", { name: "合作伙伴" });
    expect(screen.queryByRole("link", { name: "合作分类" })).toBeNull();
  });

  it("opens menus that lead nowhere as a plain page load", async () => {
    // req: shell-reload-undevelop
    logIn();
    const open = vi.spyOn(page, "open").mockImplementation(() => undefined);
    openApp("/dashboard", { "GET /hrs/permission": () => [{ id: "9", path: "/unDevelop", label: "运价 & 报价" }] });
    fireEvent.click(within(await sidebar()).getByRole("link", { name: "运价 & 报价" }));
    expect(open).toHaveBeenCalledWith("/unDevelop?flag=1&name=%E8%BF%90%E4%BB%B7%20%26%20%E6%8A%A5%E4%BB%B7");
  });

  it("stays open or collapsed over a reload", async () => {
    // req: shell-sidebar-open-persist
    logIn();
    openApp("/dashboard");
    await sidebar();
    fireEvent.click(screen.getByRole("button", { name: "收起菜单" }));
    expect(screen.queryByRole("navigation", { name: "主导航" })).toBeNull();
    cleanup();
    openApp("/dashboard");
    await screen.findByRole("button", { name: "展开菜单" });
    expect(screen.queryByRole("navigation", { name: "主导航" })).toBeNull();
  });

  it("is a drawer below 992 px that closes after a choice", async () => {
    // req: shell-mobile-layout, shell-mobile-sidebar-closes, platform-breakpoint-mobile
    logIn();
    width(991);
    openApp("/dashboard");
    const button = await screen.findByRole("button", { name: "打开菜单" });
    expect(screen.queryByRole("navigation", { name: "主导航" }), "closed on entry").toBeNull();
    fireEvent.click(button);
    const takeOff = wearStyles();
    // It lies over the page, which keeps its width.
    const over = window.getComputedStyle(await sidebar());
    expect([over.position, over.zIndex]).toEqual(["fixed", "40"]);
    const veil = document.querySelector(".shell-veil");
    expect(veil && window.getComputedStyle(veil).position).toBe("fixed");
    takeOff();
    fireEvent.click(veil as Element);
    await waitFor(() => expect(screen.queryByRole("navigation", { name: "主导航" })).toBeNull());
    fireEvent.click(screen.getByRole("button", { name: "打开菜单" }));
    fireEvent.click(within(await sidebar()).getByRole("link", { name: "首页" }));
    await waitFor(() => expect(screen.queryByRole("navigation", { name: "主导航" })).toBeNull());
    cleanup();
    width(992);
    openApp("/dashboard");
    await sidebar();
    expect(screen.getByRole("button", { name: "收起菜单" })).toBeTruthy();
  });
});

describe("the top bar", () => {
  it("shows organisation, version and the way home", async () => {
    // req: shell-topbar-title, shell-topbar-dashboard-jump
    vi.stubGlobal("__FORWARDER__", { version: "0.1.0" });
    logIn();
    openApp("/noPermission");
    expect((await screen.findByTitle("查看版本记录")).textContent).toBe("0.1.0");
    const title = screen.getByRole("button", { name: "示例货代" });
    fireEvent.click(title);
    await waitFor(() => expect(address()).toMatch(/^\/dashboard\?t=\d{13}$/));
  });

  it("tells from the version what it brought", async () => {
    vi.stubGlobal("__FORWARDER__", { version: "0.1.0" });
    logIn();
    openApp("/noPermission", {
      "GET /hrs/version/latest": () => [
        {
          versionId: "1", versionCode: "0.1.0", versionDate: "2026-07-15", versionText: "说明",
          records: [{ permissionName: "空运出口订单", updateType: "新增", updateText: "批量导出" }],
        },
      ],
    });
    fireEvent.click(await screen.findByTitle("查看版本记录"));
    expect(await screen.findByText("批量导出")).toBeTruthy();
    expect(screen.getByText("空运出口订单", { selector: "b" })).toBeTruthy();
  });

  it("leads to the help of the open page, else to the manual", async () => {
    // req: shell-topbar-help-link, shell-help-url-missing, shell-open-help-calls
    const opened = vi.spyOn(window, "open").mockReturnValue(null);
    logIn();
    const asked: string[] = [];
    let manual = "";
    openApp("/noPermission", {
      "GET /hrs/permission/374": () => ({ helpDocumentName: "用户手册", helpDocumentUrl: manual }),
      "GET /hrs/permission/helpDoc/noPermission": () => {
        asked.push("noPermission");
        return { helpDocUrl: asked.length < 3 ? "" : "/helpDoc?id=7", helpDocName: "" };
      },
    });
    const button = await screen.findByRole("button", { name: "帮助文档" });
    fireEvent.click(button);
    await screen.findByText("功能暂未开放，敬请期待");
    expect(opened).not.toHaveBeenCalled();
    manual = "https://example.com/manual";
    fireEvent.click(button);
    await waitFor(() => expect(opened).toHaveBeenCalledWith("https://example.com/manual", "_blank", "noopener"));
    fireEvent.click(button);
    await waitFor(() => expect(opened).toHaveBeenCalledWith("/helpDoc?id=7", "_blank", "noopener"));
  });

  it("shows until when the organisation may work", async () => {
    // req: shell-stop-date, shell-stop-date-default, shell-stop-date-past
    logIn({ stopDate: "2098-03-01 00:00:00" });
    openApp("/dashboard");
    await screen.findByText("有效期至：2098-03-01");
    expect(screen.queryByText("已过期")).toBeNull();
    cleanup();
    logIn({ stopDate: "" });
    openApp("/dashboard");
    await screen.findByText("有效期至：2099-12-31");
    cleanup();
    logIn({ stopDate: "2020-01-01" });
    openApp("/dashboard");
    expect((await screen.findByText("已过期")).closest(".tone-danger")).not.toBeNull();
  });

  it("hides that day from the platform's own administrators", async () => {
    // req: shell-stop-date-hidden, auth-permission-roles-special
    logIn({ adminRole: "superAdmin" }, 2);
    openApp("/dashboard");
    await sidebar();
    expect(screen.queryByText(/有效期至/)).toBeNull();
  });

  it("hides the sign of the product in a private deployment", async () => {
    // req: shell-private-hides-logo, shell-private-hides-contact, platform-edition-private-saas
    logIn({ privateSaas: "1" });
    openApp("/dashboard");
    await sidebar();
    expect(screen.queryByText("OpenForwarder")).toBeNull();
    expect(screen.queryByRole("button", { name: "联系我们" })).toBeNull();
    cleanup();
    // What the page was told at its load counts, whatever the log-in was told.
    vi.stubGlobal("__FORWARDER__", { privateSaas: false });
    openApp("/dashboard");
    await screen.findByText("OpenForwarder");
    cleanup();
    vi.stubGlobal("__FORWARDER__", { privateSaas: true });
    logIn({ privateSaas: "0" });
    openApp("/dashboard");
    await sidebar();
    expect(screen.queryByRole("button", { name: "联系我们" })).toBeNull();
    cleanup();
    vi.unstubAllGlobals();
    logIn({ privateSaas: "0" });
    openApp("/dashboard");
    await screen.findByText("OpenForwarder");
    screen.getByRole("button", { name: "联系我们" });
  });

  it("shows the sign of the product, and the way to those who run it", async () => {
    // req: shell-topbar-logo
    logIn({ privateSaas: "0" });
    openApp("/noPermission", { "GET /hrs/platform/contact": () => ({ privateSaas: false }) });
    const bar = within(await screen.findByRole("banner"));
    const brand = bar.getByText("OpenForwarder").closest(".brand");
    expect(brand?.querySelector("svg, img")).not.toBeNull();
    fireEvent.click(bar.getByRole("button", { name: "联系我们" }));
    await waitFor(() => expect(address()).toBe("/contactUs"));
  });
});

const openUserMenu = async () => {
  fireEvent.click(await screen.findByRole("button", { name: /^用户菜单/ }));
  return within(await screen.findByRole("menu"));
};

describe("the user's menu", () => {
  const manual = (helpDocumentUrl: string | null) => ({ "GET /hrs/permission/374": () => ({ helpDocumentUrl }) });

  it("has five entries", async () => {
    // req: shell-user-dropdown
    logIn();
    openApp("/noPermission");
    const entries = (await openUserMenu()).getAllByRole("menuitem").map((each) => each.textContent);
    expect(entries).toEqual(["个人信息", "修改密码", "视频教程", "用户手册", "退出登录"]);
  });

  it("opens the personal settings, as the top bar does", async () => {
    // req: shell-user-dropdown-personal, shell-topbar-edit-personal
    logIn();
    openApp("/noPermission");
    fireEvent.click((await openUserMenu()).getByRole("menuitem", { name: "个人信息" }));
    await screen.findByText("个人设置");
    act(closePersonalSettings);
    await waitFor(() => expect(screen.queryByText("个人设置")).toBeNull());
    fireEvent.click(screen.getByRole("button", { name: "编辑个人信息" }));
    await screen.findByText("个人设置");
  });

  it("opens the manual in a tab of its own", async () => {
    // req: shell-user-dropdown-manual, shell-open-help-calls
    const opened = vi.spyOn(window, "open").mockReturnValue(null);
    logIn();
    openApp("/noPermission", manual("https://example.com/manual"));
    fireEvent.click((await openUserMenu()).getByRole("menuitem", { name: "用户手册" }));
    await waitFor(() => expect(opened).toHaveBeenCalledWith("https://example.com/manual", "_blank", "noopener"));
  });

  it("names each button of the bar with the words it shows", async () => {
    // Issue 25, 27: who speaks to the page says what he reads (axe: label-content-name-mismatch).
    logIn();
    openApp("/noPermission");
    const bar = (await screen.findByRole("button", { name: /^用户菜单/ })).closest("header")!;
    const buttons = [...bar.querySelectorAll("button")].filter((button) => button.textContent && button.hasAttribute("aria-label"));
    expect(buttons.length).toBeGreaterThan(2);
    for (const button of buttons) expect(button.getAttribute("aria-label")).toContain(button.textContent);
  });

  it("opens no empty tab as long as there is no manual", async () => {
    // req: shell-help-url-missing
    const opened = vi.spyOn(window, "open").mockReturnValue(null);
    logIn();
    openApp("/noPermission", manual(null));
    fireEvent.click((await openUserMenu()).getByRole("menuitem", { name: "用户手册" }));
    await screen.findByText("功能暂未开放，敬请期待");
    expect(opened).not.toHaveBeenCalled();
  });

  it("leads to the tutorials", async () => {
    // req: shell-user-dropdown-tutorial
    logIn();
    openApp("/dashboard");
    fireEvent.click((await openUserMenu()).getByRole("menuitem", { name: "视频教程" }));
    await waitFor(() => expect(address()).toBe("/tutorial"));
  });
});

describe("log-out", () => {
  const openMenu = async () => {
    fireEvent.click((await openUserMenu()).getByRole("menuitem", { name: "退出登录" }));
    return screen.findByText("确认退出登录吗？");
  };

  it("asks; a no keeps the session", async () => {
    // req: shell-logout-confirm, shell-user-dropdown-logout
    logIn();
    openApp("/dashboard");
    await openMenu();
    fireEvent.click(screen.getByRole("button", { name: "取消" }));
    await waitFor(() => expect(screen.queryByText("确认退出登录吗？")).toBeNull());
    expect(localStorage.getItem(KEY.token)).toBe("t1");
  });

  it("clears everything, even when the call fails, and remembers the page", async () => {
    // req: shell-logout-redirect, auth-logout-clears, auth-logout-call
    logIn();
    const server = openApp("/prm_category?name=a", {
      "GET /prm/category": () => ({ records: [], total: 0, current: 1, size: 10 }),
      "DELETE /auth/token/logout": () => envelope(500, 500, ""),
    });
    await openMenu();
    fireEvent.click(screen.getByRole("button", { name: "确定" }));
    await waitFor(() => expect(address()).toBe("/login?redirect=/prm_category%3Fname%3Da"));
    expect(server.to("/auth/token/logout")[0]?.headers["Authorization"]).toBe("Bearer t1");
    for (const key of [KEY.token, KEY.session, KEY.orgId, KEY.roleId, KEY.userId, KEY.buttonInfo]) {
      expect(localStorage.getItem(key)).toBeNull();
    }
  });

  it("tells an embedded frame, at its own origin", async () => {
    // req: auth-logout-frame-message
    logIn();
    stubServer({ "DELETE /auth/token/logout": () => null });
    const frame = document.createElement("iframe");
    frame.src = "about:blank";
    document.body.append(frame);
    const sent = vi.fn();
    if (frame.contentWindow) frame.contentWindow.postMessage = sent;
    frame.getAttribute = () => "https://prices.example/embed?x=1";
    await logout("/login");
    frame.remove();
    expect(sent).toHaveBeenCalledWith({ key: "logout" }, "https://prices.example");
  });
});
