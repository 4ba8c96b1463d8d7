import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CLERK, address, freshApp, openApp } from "@/app/app-kit";
import { toasts } from "@/platform/test-shell";
import { isSupported } from "@/app/login/browser";
import { safeRedirect } from "@/platform/navigate";
import { useSession } from "@/platform/session";
import { KEY } from "@/platform/storage";
import type { Answer } from "@/platform/test-kit";

const LOOKUP = "GET /hrs/user/searchLoginNameAndOrgCode";
const TOKEN = "POST /auth/oauth/token";
const ONE: Answer = () => [{ orgCode: "DEMO", orgName: "演示货代", loginName: "sales01" }];
const answer = (body: unknown) => new Response(JSON.stringify(body), { headers: { "content-type": "application/json" } });
const GRANTED: Answer = () =>
  answer({ code: 0, messageInfo: "", access_token: "t9", ...CLERK, roleId: "3", orderEditNewPage: true, orderSaveClosePage: false, orgVersion: "STANDARD", privateSaas: "0", adminRole: "" });

beforeEach(freshApp);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const page = () => screen.findByRole("heading", { name: "登录" });
const type = (label: string, text: string) => fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
const send = () => fireEvent.submit(screen.getByRole("button", { name: "登录" }));

async function logIn(login: string, password: string): Promise<void> {
  await page();
  type("手机号码", login);
  type("密码", password);
  send();
}

describe("the form", () => {
  it("offers three ways to log in", async () => {
    // req: auth-login-types, auth-route-login
    openApp("/login");
    await page();
    expect(screen.getAllByRole("tab").map((tab) => tab.textContent)).toEqual(["手机登录", "邮箱登录", "管理员登录"]);
  });

  it("says what is missing without a call", async () => {
    // req: auth-open-login-form-rules, auth-mobile-pattern
    const server = openApp("/login");
    await page();
    send();
    expect(screen.getByText("请输入账号")).toBeTruthy();
    expect(screen.getByText("请输入密码")).toBeTruthy();
    type("密码", "x");
    for (const wrong of ["1380000000", "12800000000", "138000000011"]) {
      type("手机号码", wrong);
      send();
      expect(screen.getByText("请输入正确的手机号码")).toBeTruthy();
    }
    fireEvent.change(screen.getByLabelText("区号"), { target: { value: "49" } });
    type("手机号码", "123");
    send();
    expect(screen.getByText("请输入正确的手机号码")).toBeTruthy();
    fireEvent.click(screen.getByRole("tab", { name: "邮箱登录" }));
    type("邮箱地址", "nobody");
    send();
    expect(screen.getByText("请输入正确的邮箱地址")).toBeTruthy();
    expect(server.asked).toEqual([]);
  });
});

describe("the look-up", () => {
  it("asks by phone with the dialling code, by e-mail, or by name", async () => {
    // req: auth-user-lookup-phone, auth-user-lookup-email, auth-user-lookup-admin, auth-user-lookup-call
    const server = openApp("/login", { [LOOKUP]: () => [] });
    await logIn("13800000001", "a");
    await waitFor(() => expect(server.asked).toHaveLength(1));
    fireEvent.click(screen.getByRole("tab", { name: "邮箱登录" }));
    type("邮箱地址", "Sales01@Example.com");
    send();
    await waitFor(() => expect(server.asked).toHaveLength(2));
    fireEvent.click(screen.getByRole("tab", { name: "管理员登录" }));
    type("管理员账号", "admin");
    send();
    await waitFor(() => expect(server.asked).toHaveLength(3));
    expect(server.asked.map((each) => Object.fromEntries(each.query))).toEqual([
      { phoneNumber: "13800000001", internationalCountryCode: "86" },
      { userEmail: "sales01@example.com" },
      { loginName: "admin" },
    ]);
  });

  it("stops when nobody is found, or the first has no organisation", async () => {
    // req: auth-user-lookup-empty, auth-user-lookup-no-org
    let found: unknown[] = [];
    const server = openApp("/login", { [LOOKUP]: () => found });
    await logIn("13900000000", "a");
    await waitFor(() => expect(toasts()).toEqual(["操作失败，用户不存在"]));
    found = [{ orgCode: "", orgName: "无" }];
    send();
    await waitFor(() => expect(server.asked).toHaveLength(2));
    expect(server.to("/auth/oauth/token")).toEqual([]);
    expect(toasts()).toEqual(["操作失败，用户不存在"]);
  });

  it("lets a person of several organisations choose", async () => {
    // req: auth-open-several-orgs
    const orgs = [{ orgCode: "A", orgName: "甲公司" }, { orgCode: "B", orgName: "乙公司" }];
    const server = openApp("/login", { [LOOKUP]: () => orgs, [TOKEN]: GRANTED });
    await logIn("13800000001", "secret1");
    const choice = await screen.findByLabelText<HTMLSelectElement>("请选择企业");
    expect([...choice.options].map((each) => each.textContent)).toEqual(["甲公司", "乙公司"]);
    expect(choice.value).toBe("A");
    expect(server.to("/auth/oauth/token")).toEqual([]);
    fireEvent.change(choice, { target: { value: "B" } });
    send();
    await waitFor(() => expect(address()).toBe("/dashboard"));
    expect(new URLSearchParams(server.to("/auth/oauth/token")[0]?.body).get("username")).toBe("0|13800000001|B");
  });
});

describe("the code of the company", () => {
  it("is typed where accounts are kept hidden", async () => {
    const server = openApp("/login", { [LOOKUP]: () => [{ orgCode: "*", orgName: "", loginName: "x" }], [TOKEN]: GRANTED });
    await logIn("13800000001", "secret1");
    const field = await screen.findByLabelText<HTMLInputElement>("企业编码");
    expect([field.value, server.to("/auth/oauth/token").length]).toEqual(["", 0]);
    send();
    expect(await screen.findByText("请输入企业编码")).toBeTruthy();
    fireEvent.change(field, { target: { value: " DEMO " } });
    send();
    await waitFor(() => expect(address()).toBe("/dashboard"));
    expect(new URLSearchParams(server.to("/auth/oauth/token")[0]?.body).get("username")).toBe("0|13800000001|DEMO");
  });
});

describe("the token", () => {
  it("is asked for with a form and the client credential, and stored", async () => {
    // req: auth-token-call, auth-token-username, auth-login-success, auth-local-storage-keys, auth-persist-local
    const server = openApp("/login", { [LOOKUP]: ONE, [TOKEN]: GRANTED });
    await logIn("13800000001", "secret1");
    await screen.findByRole("heading", { name: /李想/ });
    expect(address()).toBe("/dashboard");
    const asked = server.to("/auth/oauth/token")[0];
    expect(Object.fromEntries(new URLSearchParams(asked?.body))).toEqual({
      username: "0|13800000001|DEMO",
      password: "secret1",
      grant_type: "password",
      internationalCountryCode: "86",
    });
    expect(asked?.headers["Authorization"]).toBe(`Basic ${btoa("forwarder:forwarder")}`);
    const stored = [KEY.token, KEY.orgId, KEY.roleId, KEY.userId, KEY.orgVersion, KEY.privateSaas, KEY.pageLanguage, KEY.adminRole];
    expect(stored.map((key) => localStorage.getItem(key))).toEqual(["t9", "1", "3", "7", "STANDARD", "0", "zh-CN", ""]);
    expect([KEY.orderEditNewPage, KEY.orderSaveClosePage].map((key) => localStorage.getItem(key))).toEqual(["1", "0"]);
    expect(useSession.getState().loginType).toBe(0);
  });

  it("keeps the chosen way to log in", async () => {
    // req: auth-login-type-codes
    openApp("/login", { [LOOKUP]: ONE, [TOKEN]: GRANTED });
    await page();
    fireEvent.click(screen.getByRole("tab", { name: "管理员登录" }));
    type("管理员账号", "admin");
    type("密码", "secret1");
    send();
    await waitFor(() => expect(address()).toBe("/dashboard"));
    expect(useSession.getState().loginType).toBe(2);
    expect(JSON.parse(localStorage.getItem(KEY.session) ?? "{}")).toMatchObject({ loginType: 2 });
  });

  it("refused shows the server's words and stays", async () => {
    // req: auth-token-nonzero
    openApp("/login?redirect=/prm_category", { [LOOKUP]: ONE, [TOKEN]: () => answer({ code: 1, messageInfo: "用户名或密码错误" }) });
    await logIn("13800000001", "wrong");
    await waitFor(() => expect(toasts()).toEqual(["用户名或密码错误"]));
    expect(window.location.pathname).toBe("/login");
    expect(localStorage.getItem(KEY.token)).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>("手机号码").value).toBe("13800000001");
  });

  it("takes over the language of the account", async () => {
    // req: i18n-language-setting-call, i18n-page-language-stored
    openApp("/login", { [LOOKUP]: ONE, [TOKEN]: GRANTED, "GET /hrs/language/setting": () => ({ pageLanguage: "en-US" }) });
    await logIn("13800000001", "secret1");
    await screen.findByRole("button", { name: /^User menu/ });
    expect(localStorage.getItem(KEY.pageLanguage)).toBe("en-US");
    const { setLanguage } = await import("@/platform/i18n");
    await setLanguage("zh-CN");
  });

  it("returns to the page that was wanted, inside this application only", () => {
    expect(safeRedirect("/prm_coop?a=1")).toBe("/prm_coop?a=1");
    for (const foreign of ["//x", "https://x", "x", "", null, "/\\x", "/login"]) expect(safeRedirect(foreign)).toBe("/dashboard");
  });
});

it("remembers the account, never the password", async () => {
  openApp("/login", { [LOOKUP]: ONE, [TOKEN]: GRANTED });
  await page();
  fireEvent.click(screen.getByLabelText("记住账号"));
  await logIn("13800000001", "secret1");
  await waitFor(() => expect(address()).toBe("/dashboard"));
  expect(localStorage.getItem(KEY.remembered)).toBe('{"type":0,"dialling":"86","login":"13800000001"}');
});

describe("browsers", () => {
  it("of Chrome type alone are recommended", () => {
    // req: auth-browser-check
    const chrome = "Mozilla/5.0 AppleWebKit/537.36 Chrome/156.0 Safari/537.36";
    expect(isSupported(chrome)).toBe(true);
    for (const other of [`${chrome} Edg/156`, `${chrome} OPR/99`, "Mozilla/5.0 Firefox/150", "Mozilla/5.0 Version/19 Safari/605", "MSIE 10", "Trident/7"]) {
      expect(isSupported(other)).toBe(false);
    }
  });

  it("are warned about once", async () => {
    // req: shell-warn-browser, shell-warn-browser-once
    vi.stubGlobal("navigator", { ...navigator, userAgent: "Mozilla/5.0 Firefox/150" });
    openApp("/login");
    const text = "您当前使用的浏览器不是推荐浏览器，为获得更好的体验，建议使用国产浏览器极速模式或谷歌Chrome浏览器";
    await screen.findByText(text);
    fireEvent.click(screen.getByRole("button", { name: "关闭提示" }));
    expect(screen.queryByText(text)).toBeNull();
    expect(localStorage.getItem(KEY.browserFlag)).not.toBeNull();
    cleanup();
    openApp("/login");
    await page();
    expect(screen.queryByText(text)).toBeNull();
  });

  it("on phones suggest a computer", async () => {
    // req: shell-warn-mobile
    vi.stubGlobal("navigator", { ...navigator, userAgent: "Mozilla/5.0 (iPhone) Mobile Safari" });
    openApp("/login");
    await screen.findByText("建议您使用电脑访问，以获得更好的使用体验");
  });
});

describe("the second factor", () => {
  it("is asked for only after the server took the password, and goes with the next attempt", async () => {
    // req: auth-open-login-form-rules
    let tries = 0;
    const wants = (messageInfo: string): Answer => () => answer({ code: 1, messageInfo, data: { secondFactor: true } });
    const answers = [wants("请输入动态码"), wants("动态码不正确"), GRANTED];
    const server = openApp("/login", { [LOOKUP]: ONE, [TOKEN]: (asked) => answers[tries++]?.(asked) });
    await logIn("13800000001", "right");
    expect(await screen.findByText("请输入动态码")).toBeTruthy();
    expect(toasts()).toEqual([]);
    type("动态码", "111111");
    send();
    expect(await screen.findByText("动态码不正确")).toBeTruthy();
    type("动态码", " 123456 ");
    send();
    await waitFor(() => expect(useSession.getState().token).toBe("t9"));
    const codes = server.to("/auth/oauth/token").map((each) => new URLSearchParams(each.body).get("code"));
    expect(codes).toEqual([null, "111111", "123456"]);
  });

  it("may be mailed, and not twice within a minute", async () => {
    // req: auth-open-login-form-rules
    const wants = () => answer({ code: 1, messageInfo: "请输入动态码", data: { secondFactor: true } });
    const sent = [
      answer({ code: 1, messageInfo: "无法发送邮件验证码", data: null }),
      answer({ code: 0, messageInfo: "验证码已发送至o***@example.com", data: null }),
    ];
    const server = openApp("/login", { [LOOKUP]: ONE, [TOKEN]: wants, "POST /auth/mfa/send": () => sent.shift() });
    await logIn("13800000001", "right");
    fireEvent.click(await screen.findByRole("button", { name: "发送邮件验证码" }));
    await waitFor(() => expect(toasts()).toContain("无法发送邮件验证码"));
    fireEvent.click(await screen.findByRole("button", { name: "发送邮件验证码" }));
    await waitFor(() => expect(toasts()).toContain("验证码已发送至o***@example.com"));
    expect(screen.getByRole<HTMLButtonElement>("button", { name: /秒后可重新发送/ }).disabled).toBe(true);
    const asked = new URLSearchParams(server.to("/auth/mfa/send")[1]?.body);
    expect([asked.get("username"), asked.get("password")]).toEqual(["0|13800000001|DEMO", "right"]);
  });

  it("is forgotten with the account it belonged to", async () => {
    openApp("/login", { [LOOKUP]: ONE, [TOKEN]: () => answer({ code: 1, messageInfo: "请输入动态码", data: { secondFactor: true } }) });
    await logIn("13800000001", "right");
    expect(await screen.findByLabelText("动态码")).toBeTruthy();
    type("手机号码", "13800000002");
    expect(screen.queryByLabelText("动态码")).toBeNull();
  });
});
