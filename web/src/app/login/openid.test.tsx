import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { address, freshApp, openApp } from "@/app/app-kit";
import { openLanguage } from "@/platform/catalogue-words";
import { page as browserPage } from "@/platform/navigate";
import { useSession } from "@/platform/session";
import { KEY } from "@/platform/storage";
import { type Answer, envelope } from "@/platform/test-kit";
import { toasts } from "@/platform/test-shell";

const BEGIN = "POST /auth/openid/begin";
const LOGIN = "POST /auth/openid/login";
const BACK = "/openid_login?state=s1&code=4711&session_state=x";
const GRANTED: Answer = () => ({
  access_token: "t9",
  userId: "7",
  userCname: "李想",
  orgId: "1",
  orgName: "示例货代",
  loginType: 1,
  pageLanguage: "zh-CN",
  source: "openid",
});

beforeEach(() => {
  freshApp();
  window.__FORWARDER__ = { openid: { zh: "示例账号", en: "the sample account" } };
});
afterEach(async () => {
  cleanup();
  delete window.__FORWARDER__;
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  await openLanguage("zh-CN");
});

describe("the button", () => {
  it("is there where a provider is set up, in both languages", async () => {
    openApp("/login");
    await screen.findByRole("button", { name: "用示例账号登录" });
    await openLanguage("en-US");
    await screen.findByRole("button", { name: "Log in with the sample account" });
  });

  it("is not there where there is none", async () => {
    delete window.__FORWARDER__;
    openApp("/login");
    await screen.findByRole("heading", { name: "登录" });
    expect(screen.queryByRole("button", { name: /^用.*登录$/ })).toBeNull();
  });

  it("leads to the provider, and says at itself when that is not possible", async () => {
    const opened = vi.spyOn(browserPage, "open").mockImplementation(() => undefined);
    let answer: Answer = () => envelope(200, 1, "登录服务暂时无法访问");
    const server = openApp("/login?redirect=%2Faf_order", { [BEGIN]: (asked) => answer(asked) });
    const button = await screen.findByRole("button", { name: "用示例账号登录" });
    fireEvent.click(button);
    const alert = await screen.findByText("登录服务暂时无法访问");
    expect(button.getAttribute("aria-describedby")).toBe(alert.id);
    expect(toasts()).toEqual([]);
    answer = () => ({ url: "https://id.example.com/auth?state=s1" });
    fireEvent.click(button);
    await waitFor(() => expect(opened).toHaveBeenCalledWith("https://id.example.com/auth?state=s1"));
    expect(server.to("/auth/openid/begin")).toHaveLength(2);
    expect(sessionStorage.getItem("openidRedirect")).toBe("/af_order");
  });
});

describe("who comes back", () => {
  it("enters with what the provider gave, and the code leaves the address", async () => {
    sessionStorage.setItem("openidRedirect", "//evil.example.com/");
    const server = openApp(BACK, { [LOGIN]: GRANTED });
    await screen.findByRole("heading", { name: /李想/ });
    expect(address()).toBe("/dashboard");
    expect(server.to("/auth/openid/login")[0]?.json()).toEqual({ state: "s1", authCode: "4711", error: "", iss: "" });
    expect(localStorage.getItem(KEY.token)).toBe("t9");
  });

  it.each<[string, string, Answer, string]>([
    ["a refusal of the server", BACK, () => envelope(200, 1, "没有与该身份对应的用户，请联系管理员"), "没有与该身份对应的用户，请联系管理员"],
    ["nothing of the provider", "/openid_login?state=s1", GRANTED, "登录请求已失效，请重新登录"],
  ])("is told on the log-in page of %s", async (_, path, answer, text) => {
    openApp(path, { [LOGIN]: answer });
    await screen.findByText(text);
    expect(address()).toBe("/login");
    expect(screen.getByRole("alert").textContent).toBe(text);
    expect(useSession.getState().token).toBeNull();
  });

  it("is shown no word of the provider", async () => {
    const server = openApp("/openid_login?state=s1&error=access_denied&error_description=%3Cb%3Ehello%3C%2Fb%3E", {
      [LOGIN]: () => envelope(200, 1, "已取消登录"),
    });
    await screen.findByText("已取消登录");
    expect(document.body.textContent).not.toContain("hello");
    expect(server.to("/auth/openid/login")[0]?.json()).toEqual({ state: "s1", authCode: "", error: "access_denied", iss: "" });
  });

  it("chooses among his companies and gives the code of his second factor", async () => {
    const companies = [{ orgCode: "A", orgName: "甲公司" }, { orgCode: "B", orgName: "乙公司" }];
    const server = openApp(BACK, {
      [LOGIN]: (asked) => {
        const { token, org, code } = asked.json() as { token?: string; org?: string; code?: string };
        if (!token) return envelope(200, 1, "请选择企业", { companies, token: "p1" });
        if (org) return envelope(200, 1, "请输入动态码", { secondFactor: true, token: "p2" });
        return code === "123456" ? GRANTED(asked) : envelope(200, 1, "动态码不正确", { secondFactor: true, token: "p3" });
      },
    });
    const choice = await screen.findByLabelText<HTMLSelectElement>("请选择企业");
    fireEvent.change(choice, { target: { value: "B" } });
    fireEvent.click(screen.getByRole("button", { name: "登录" }));
    const field = await screen.findByLabelText("动态码");
    expect(screen.queryByRole("alert")).toBeNull();
    fireEvent.change(field, { target: { value: "000000" } });
    fireEvent.click(screen.getByRole("button", { name: "登录" }));
    await screen.findByText("动态码不正确");
    fireEvent.change(screen.getByLabelText("动态码"), { target: { value: "123456" } });
    fireEvent.click(screen.getByRole("button", { name: "登录" }));
    await screen.findByRole("heading", { name: /李想/ });
    expect(server.to("/auth/openid/login").slice(1).map((each) => each.json())).toEqual([
      { token: "p1", org: "B" },
      { token: "p2", code: "000000" },
      { token: "p3", code: "123456" },
    ]);
  });
});
