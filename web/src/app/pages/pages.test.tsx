import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { address, freshApp, logIn, openApp, toasts } from "@/app/app-kit";
import { contrast } from "@/platform/theme/contrast";
import { setLook, useLook } from "@/platform/theme/theme-store";
import { KEY } from "@/platform/storage";
import { type Answer, envelope } from "@/platform/test-kit";

beforeEach(freshApp);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe("change of password", () => {
  const open = async (answer: Answer = () => null) => {
    logIn();
    const server = openApp("/resetPassword", { "PUT /hrs/user/editPassword": answer });
    await screen.findByRole("heading", { name: "修改密码" });
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
    fireEvent.click(await screen.findByRole("button", { name: "用户菜单" }));
    fireEvent.click(await screen.findByRole("menuitem", { name: "修改密码" }));
    await waitFor(() => expect(address()).toBe("/resetPassword"));
  });
});

it("a menu that is not open yet says so, by its name", async () => {
  // req: shell-route-un-develop, platform-error-unopened
  logIn();
  openApp("/unDevelop?flag=1&name=%E8%BF%90%E4%BB%B7", { "GET /hrs/permission": () => [{ id: "1", path: "/unDevelop", label: "运价" }] });
  await screen.findByText("功能暂未开放，敬请期待");
  expect(screen.getAllByText("运价").length).toBeGreaterThan(0);
  cleanup();
  freshApp();
  logIn();
  openApp("/unDevelop");
  await screen.findByText("抱歉，您没有权限访问该页面");
});

it("the home page greets by name and leads to every menu", async () => {
  logIn();
  openApp("/dashboard");
  await screen.findByRole("heading", { name: /好，李想$/ });
  expect(screen.getAllByRole("link", { name: "合作分类" })[0]?.getAttribute("href")).toBe("/prm_category");
});

it("a chosen colour is used at once, kept, and never too light to read", () => {
  // req: shell-topbar-theme-picker
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
