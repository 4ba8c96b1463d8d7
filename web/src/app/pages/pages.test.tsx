import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CLERK, address, freshApp, logIn, openApp } from "@/app/app-kit";
import { toasts } from "@/platform/test-shell";
import { contrast } from "@/platform/theme/contrast";
import { setLook, useLook } from "@/platform/theme/theme-store";
import { KEY } from "@/platform/storage";
import { type Answer, envelope } from "@/platform/test-kit";

beforeEach(freshApp);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const POLICY = { text: "密码须为8-20位且包含字母和数字", min: 8, max: 20, classes: 2 };
const HERE = { id: "1", orgName: "演示货代", createdAt: "2026-07-15 09:00:00", lastActiveAt: "2026-07-15 10:00:00", ip: "10.0.0.7", browser: "Chrome 126", system: "Windows 10/11", own: true };
const THERE = { ...HERE, id: "2", browser: "Safari 17", system: "iOS 17.5", own: false };
const NO_FACTOR = { bound: false, boundAt: null, recoveryLeft: 0, required: false };
const ACCOUNT: Record<string, Answer> = {
  "GET /hrs/user/passwordPolicy": () => POLICY,
  "GET /auth/mfa": () => NO_FACTOR,
  "GET /hrs/session/mine": () => [HERE, THERE],
};

describe("the account beside the password", () => {
  const open = async (routes: Record<string, Answer> = {}) => {
    logIn();
    const server = openApp("/resetPassword", { ...ACCOUNT, ...routes });
    await screen.findByRole("heading", { name: /二次验证/ });
    return server;
  };

  it("binds an authenticator by two codes and shows the recovery codes once", async () => {
    // req: auth-reset-password-page
    const codes = ["kq7m2-x9fwd", "abcde-23456"];
    const server = await open({
      "POST /auth/mfa/start": () => ({ secret: "JBSWY3DPEHPK3PXP", uri: "otpauth://totp/x?secret=JBSWY3DPEHPK3PXP" }),
      "POST /auth/mfa/bind": () => ({ recoveryCodes: codes }),
    });
    fireEvent.click(await screen.findByRole("button", { name: "绑定验证器" }));
    expect(await screen.findByText("JBSW Y3DP EHPK 3PXP")).toBeTruthy();
    fireEvent.change(screen.getByLabelText("第一个动态码"), { target: { value: "12345" } });
    fireEvent.click(screen.getByRole("button", { name: "完成绑定" }));
    expect(screen.getAllByText("请输入6位数字")).toHaveLength(2);
    fireEvent.change(screen.getByLabelText("第一个动态码"), { target: { value: "123456" } });
    fireEvent.change(screen.getByLabelText("下一个动态码"), { target: { value: "654321" } });
    fireEvent.click(screen.getByRole("button", { name: "完成绑定" }));
    expect(await screen.findByText("kq7m2-x9fwd")).toBeTruthy();
    expect(server.to("/auth/mfa/bind")[0]?.json()).toEqual({ first: "123456", second: "654321" });
    fireEvent.click(screen.getByRole("button", { name: "我已保存" }));
    await waitFor(() => expect(screen.queryByText("kq7m2-x9fwd")).toBeNull());
  });

  it("ends another device, not this one", async () => {
    // req: auth-reset-password-page
    const server = await open({ "POST /hrs/session/offlineMine": () => ({ ended: 1 }) });
    expect(await screen.findByText("本机")).toBeTruthy();
    const ends = screen.getAllByRole("button", { name: /^下线/ });
    expect(ends.map((each) => each.getAttribute("aria-label"))).toEqual(["下线 Safari 17"]);
    fireEvent.click(ends[0] as HTMLElement);
    fireEvent.click(await screen.findByRole("button", { name: "下线" }));
    await waitFor(() => expect(server.to("/hrs/session/offlineMine")[0]?.json()).toEqual({ ids: ["2"] }));
  });

  it("shows nothing but the binding while a second factor is asked for", async () => {
    logIn({ ...CLERK, limitedBy: "factor" });
    openApp("/dashboard", ACCOUNT);
    expect(await screen.findByText("企业要求启用二次验证，请先绑定验证器")).toBeTruthy();
    expect(address()).toBe("/resetPassword");
    expect(screen.queryByLabelText("原密码")).toBeNull();
    expect(screen.queryByText("登录设备")).toBeNull();
  });
});

describe("change of password", () => {
  const open = async (answer: Answer = () => null) => {
    logIn();
    const server = openApp("/resetPassword", { ...ACCOUNT, "PUT /hrs/user/editPassword": answer });
    await screen.findByRole("heading", { name: "修改密码" });
    await screen.findByText(POLICY.text);
    return server;
  };
  const fill = (old: string, next: string, again: string) => {
    fireEvent.change(screen.getByLabelText("原密码"), { target: { value: old } });
    fireEvent.change(screen.getByLabelText("新密码"), { target: { value: next } });
    fireEvent.change(screen.getByLabelText("确认密码"), { target: { value: again } });
    fireEvent.submit(screen.getByRole("button", { name: "确定" }));
  };

  it("checks length, classes and repetition before any call", async () => {
    // req: auth-reset-password-page, auth-route-reset-password
    const server = await open();
    const before = server.asked.length;
    const policy = "密码须为8-20位且包含字母和数字";
    for (const weak of ["12345678", "abcdefgh", "abc1234", "abcdefghijklmnopqr123"]) {
      fill("old12345", weak, weak);
      expect(screen.getAllByText(policy).some((each) => each.getAttribute("role") === "alert")).toBe(true);
    }
    fill("old12345", "abcd1234", "abcd1235");
    expect(screen.getByText("两次输入的密码不一致")).toBeTruthy();
    expect(server.asked.length).toBe(before);
  });

  it("ends the session when it is done", async () => {
    // req: auth-open-reset-password
    const server = await open();
    fill("old12345", "abcd1234", "abcd1234");
    await waitFor(() => expect(address()).toBe("/login"));
    expect(toasts()).toContain("密码修改成功，请重新登录");
    expect(server.to("/hrs/user/editPassword")[0]?.json()).toEqual({ oldPassword: "old12345", newPassword: "abcd1234" });
    expect(localStorage.getItem(KEY.token)).toBeNull();
  });

  it("shows the server's refusal and stays", async () => {
    await open(() => envelope(200, 1, "原密码错误"));
    fill("old12345", "abcd1234", "abcd1234");
    await waitFor(() => expect(toasts()).toEqual(["操作失败，原密码错误"]));
    expect(address()).toBe("/resetPassword");
  });

  it("opens from the user menu", async () => {
    // req: shell-user-dropdown-password
    logIn();
    openApp("/dashboard");
    fireEvent.click(await screen.findByRole("button", { name: /^用户菜单/ }));
    fireEvent.click(await screen.findByRole("menuitem", { name: "修改密码" }));
    await waitFor(() => expect(address()).toBe("/resetPassword"));
  });
});

it("a menu that is not open yet says so, by its name", async () => {
  // req: shell-route-un-develop, platform-error-unopened
  logIn();
  openApp("/unDevelop?flag=1&name=%E8%BF%90%E4%BB%B7", { "GET /hrs/permission": () => [{ id: "1", path: "/unDevelop", label: "运价" }] });
  await screen.findByText("功能暂未开放，敬请期待");
  expect(screen.getByText("运价", { selector: "main *" })).toBeTruthy();
  expect(address()).toBe("/unDevelop?flag=1&name=%E8%BF%90%E4%BB%B7");
  fireEvent.click(screen.getByRole("button", { name: "返回首页" }));
  await waitFor(() => expect(address()).toBe("/dashboard"));
  cleanup();
  freshApp();
  logIn();
  openApp("/unDevelop");
  await screen.findByText("抱歉，您没有权限访问该页面");
});

it("a chosen colour is used at once, kept, and never too light to read", () => {
  setLook({ primary: "#7a1fa2" });
  expect(document.documentElement.style.getPropertyValue("--primary")).toBe("#7a1fa2");
  expect(JSON.parse(localStorage.getItem(KEY.theme) ?? "{}")).toMatchObject({ primary: "#7a1fa2" });
  setLook({ primary: "#ffe000" });
  expect(contrast(document.documentElement.style.getPropertyValue("--primary"), "#ffffff")).toBeGreaterThanOrEqual(4.5);
  setLook({ primary: "#0958d9" });
  expect(useLook.getState().primary).toBe("#0958d9");
});

it("without a stored language everything is Chinese", async () => {
  // req: i18n-default-chinese, i18n-default-constant
  openApp("/login");
  await screen.findByRole("heading", { name: "登录" });
  expect(screen.getByRole("button", { name: "登录" })).toBeTruthy();
});
