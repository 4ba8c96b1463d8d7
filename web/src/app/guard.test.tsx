import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CLERK, DECLARED, TREE, address, freshApp, logIn, openApp } from "@/app/app-kit";
import { registerRooms, setContract } from "@/platform/page-registry";
import { OPEN_PATHS, PUBLIC_PATHS, guard } from "@/app/guard";
import { page } from "@/platform/navigate";
import { KEY } from "@/platform/storage";
import { envelope, stubServer } from "@/platform/test-kit";

/** Suite §2: what opens without a token. */
const PUBLIC = [
  "/login", "/customer_info", "/externalOrderTrack", "/efForLogin", "/openid_login", "/teExternalOrderDeliveryNotice", "/seExternalOrderDeliveryNotice",
  "/externalOrderDeliveryNotice", "/af_order_inquiry_quotation", "/bill_confirm", "/cargoPouchView",
];
/** Suite §2: what is open to any logged-in user. */
const OPEN = [
  "/dashboard", "/tutorial", "/notification", "/noPermission", "/unPermission", "/resetPassword", "/contactUs", "/investigate",
  "/panelSearch", "/seOrderWaybillMake", "/outer_order_detail", "/incidentals", "/cargoTracking", "/externalCoopShare",
  "/orderShareQrcodeTrack", "/newCargoTracking", "/os_shipper_bill_make", "/os_ve_register_make", "/booking_manage_edit",
  "/os_apply_make", "/os_batched_edit", "/osWaybillMake", "/hawb_info_page", "/af_ae_arrival_scanWeight",
];

beforeEach(freshApp);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("without a token", () => {
  it("every path leads to the log-in page and back", async () => {
    // req: auth-guard-no-token, auth-open-login-required
    openApp("/prm_coop?state=active&name=a%2Fb%3Dc");
    await screen.findByRole("heading", { name: "登录" });
    expect(address()).toBe("/login?redirect=/prm_coop%3Fstate%3Dactive%26name%3Da/b%253Dc");
  });

  it("public paths stay where they are, open ones do not", async () => {
    // req: auth-guard-public, auth-open-login-required
    stubServer({});
    for (const path of [...PUBLIC, "/cargoPouchView/9"]) expect((await guard(path, "")).kind, path).toBe("pass");
    for (const path of [...OPEN, "/af_order", "/cargoPouchViews", "/login/x", "/nothing"]) {
      expect(await guard(path, "")).toEqual({ kind: "go", href: `/login?redirect=${path}` });
    }
    // The first administrator is made while there is nobody to log in.
    expect(PUBLIC_PATHS.filter((path) => !PUBLIC.includes(path))).toEqual(["/setup", "/chat_guest"]);
  });
});

describe("with a token", () => {
  it("the log-in page and the root lead home", async () => {
    // req: shell-group-home
    logIn();
    stubServer({ "GET /hrs/permission": () => TREE, "GET /hrs/permission/getButtonInfo": () => [] });
    expect(await guard("/login", "")).toEqual({ kind: "go", href: "/dashboard" });
    expect(await guard("/", "")).toEqual({ kind: "go", href: "/dashboard" });
  });

  it("the menus load once, whatever is opened later", async () => {
    // req: auth-guard-generate-routes, auth-open-menu-loaders, auth-client-data-other
    logIn();
    const server = stubServer({ "GET /hrs/permission": () => TREE, "GET /hrs/permission/getButtonInfo": () => ["a"] });
    for (const path of ["/dashboard", "/prm_category", "/prm_category"]) expect((await guard(path, "")).kind).toBe("pass");
    const menus = server.asked.map((each) => each.path).filter((path) => path.startsWith("/hrs/permission"));
    expect(menus).toEqual(["/hrs/permission", "/hrs/permission/getButtonInfo"]);
    expect(localStorage.getItem(KEY.buttonInfo)).toBe('["a"]');
  });

  it("administrators load the whole tree", async () => {
    // req: auth-permission-admin-loader
    logIn({}, 2);
    const server = stubServer({
      "GET /hrs/permission/getAllPermissionAndHave": () => [{ id: "1", path: "/hrs_user", have: false }],
      "GET /hrs/permission/getButtonInfo": () => [],
    });
    expect(await guard("/hrs_user", "")).toEqual({ kind: "go", href: "/unPermission?name=/hrs_user" });
    expect(server.asked[0]?.path).toBe("/hrs/permission/getAllPermissionAndHave");
  });

  it("a failing menu call ends the session", async () => {
    // req: auth-guard-generate-fails
    logIn();
    openApp("/dashboard", { "GET /hrs/permission": () => envelope(500, 500, "") });
    await screen.findByRole("heading", { name: "登录" });
    expect(window.location.pathname).toBe("/login");
    expect(localStorage.getItem(KEY.token)).toBeNull();
  });

  it("menus that break off because the user goes elsewhere end no session", async () => {
    logIn();
    stubServer({
      "GET /hrs/permission": () => {
        window.dispatchEvent(new Event("beforeunload"));
        return envelope(500, 500, "");
      },
    });
    expect((await guard("/dashboard", "")).kind).toBe("pass");
    expect(localStorage.getItem(KEY.token)).not.toBeNull();
    // The user has stayed after all.
    window.dispatchEvent(new Event("pageshow"));
    stubServer({ "GET /hrs/permission": () => envelope(500, 500, "") });
    expect(await guard("/dashboard", "")).toEqual({ kind: "go", href: "/login?redirect=/dashboard" });
    expect(localStorage.getItem(KEY.token)).toBeNull();
  });

  it("open paths need no menu", async () => {
    // req: auth-guard-open-routes
    logIn();
    stubServer({ "GET /hrs/permission": () => [], "GET /hrs/permission/getButtonInfo": () => [] });
    for (const path of OPEN) expect((await guard(path, "")).kind, path).toBe("pass");
    for (const path of ["/prm_category", "/hrs_user"]) {
      expect(await guard(path, "")).toEqual({ kind: "go", href: `/unPermission?name=${path}` });
    }
    expect(OPEN_PATHS.filter((path) => !OPEN.includes(path))).toEqual([]);
  });

  it("a page outside the menus says so, with the way home", async () => {
    // req: auth-guard-unpermitted, shell-no-permission-page, shell-route-un-permission
    logIn();
    openApp("/hrs_user");
    await screen.findByText("抱歉，您没有权限访问该页面");
    expect(address()).toBe("/unPermission?name=/hrs_user");
    fireEvent.click(screen.getByRole("button", { name: "返回首页" }));
    await waitFor(() => expect(address()).toBe("/dashboard"));
  });

  it("the plain page load names the menu", async () => {
    logIn();
    openApp("/unPermission?flag=1&name=%E7%94%A8%E6%88%B7%E7%AE%A1%E7%90%86");
    await screen.findByText("抱歉，您没有权限访问该页面：用户管理");
  });

  it("/noPermission opens for everyone", async () => {
    // req: shell-route-no-permission
    logIn();
    openApp("/noPermission", { "GET /hrs/permission": () => [] });
    await screen.findByText("抱歉，您没有权限访问该页面");
    expect(address()).toBe("/noPermission");
  });

  it("an unknown path says that the page does not exist", async () => {
    // req: shell-not-found
    logIn();
    openApp("/nothing");
    await screen.findByText("抱歉，您访问的页面不存在");
    fireEvent.click(screen.getByRole("button", { name: "返回首页" }));
    await waitFor(() => expect(address()).toBe("/dashboard"));
  });

  it("an open page that is not built yet says so", async () => {
    logIn();
    // Without the rooms no open page is built.
    registerRooms([]);
    openApp("/incidentals");
    await screen.findByText("功能暂未开放，敬请期待");
    expect(screen.queryByText("抱歉，您访问的页面不存在")).toBeNull();
  });

  it("a page the menu plans says that it is not open yet, whichever link led there", async () => {
    setContract({ ...DECLARED, planned: ["/af_tact"] });
    logIn();
    openApp("/af_tact");
    await screen.findByText("功能暂未开放，敬请期待");
    expect(screen.queryByText("抱歉，您访问的页面不存在")).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "返回首页" }));
    await waitFor(() => expect(address()).toBe("/dashboard"));
  });

  it("another token in storage reloads the page", async () => {
    // req: auth-token-mismatch-reload
    logIn();
    const reload = vi.spyOn(page, "reload").mockImplementation(() => undefined);
    stubServer({ "GET /hrs/permission": () => TREE, "GET /hrs/permission/getButtonInfo": () => [] });
    await guard("/dashboard", "");
    expect(reload).not.toHaveBeenCalled();
    localStorage.setItem(KEY.token, "another");
    await guard("/dashboard", "");
    expect(reload).toHaveBeenCalledOnce();
  });

  it("a password that must change allows nothing else", async () => {
    logIn({ ...CLERK, mustChangePassword: true });
    stubServer({});
    expect(await guard("/dashboard", "")).toEqual({ kind: "go", href: "/resetPassword" });
    expect((await guard("/resetPassword", "")).kind).toBe("pass");
  });
});
