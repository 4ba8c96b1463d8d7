import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { address, freshApp, logIn, openApp } from "@/app/app-kit";
import { toasts } from "@/platform/test-shell";
import { useSession } from "@/platform/session";
import { envelope } from "@/platform/test-kit";

const LOOK = "GET /auth/password/link/t0ken";
const SET = "POST /auth/password/reset";
const FORGOT = "POST /auth/password/forgot";
const DEAD = "链接已失效，请重新申请";
const POLICY = { text: "密码须为8-20位且包含字母和数字", min: 8, max: 20, classes: 2 };
const WHOSE = { orgName: "演示货运", userName: "新人", loginName: "new01@example.com", policy: POLICY };

beforeEach(freshApp);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const type = (label: string, text: string) => fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const save = () => fireEvent.submit(screen.getByRole("button", { name: "设置密码" }));

describe("an invitation", () => {
  it("shows company and account, and sets the first password", async () => {
    const server = openApp("/login?invite=t0ken", { [LOOK]: () => ({ purpose: "invite", ...WHOSE }), [SET]: () => null });
    await screen.findByRole("heading", { name: "欢迎加入" });
    screen.getByText("演示货运");
    screen.getByText("new01@example.com");
    await waitFor(() => expect(address(), "the secret leaves the address").toBe("/login?link=opened"));
    type("新密码", "Neu-2026x");
    type("确认密码", "Neu-2026y");
    save();
    screen.getByText("两次输入的密码不一致");
    type("确认密码", "Neu-2026x");
    save();
    await waitFor(() => expect(toasts()).toEqual(["密码已设置，请登录"]));
    expect(server.to("/auth/password/reset").map((asked) => asked.json())).toEqual([{ token: "t0ken", newPassword: "Neu-2026x" }]);
    await screen.findByRole("heading", { name: "登录" });
    expect(address()).toBe("/login");
  });
});

describe("a reset", () => {
  it("says what is wrong with the password at its field", async () => {
    const text = "新密码不能与最近5次使用的密码相同";
    const data = { findings: [{ field: "newPassword", severity: "error", key: "password.reused", message: text }] };
    const server = openApp("/login?reset=t0ken", { [LOOK]: () => ({ purpose: "reset", ...WHOSE }), [SET]: () => envelope(200, 1, text, data) });
    await screen.findByRole("heading", { name: "重置密码" });
    expect(screen.queryByText("演示货运"), "the company is nobody's business here").toBeNull();
    type("新密码", "12345678");
    type("确认密码", "12345678");
    save();
    expect(screen.getByRole("alert").textContent).toBe("密码须为8-20位且包含字母和数字");
    expect(server.to("/auth/password/reset")).toEqual([]);
    type("新密码", "Neu-2026x");
    type("确认密码", "Neu-2026x");
    save();
    expect((await screen.findByRole("alert")).textContent).toBe(text);
    expect(screen.getByLabelText("新密码").getAttribute("aria-invalid")).toBe("true");
  });

  it.each(["look", "set"])("says when the link is spent or old (%s)", async (when) => {
    const dead = () => envelope(200, 1, DEAD);
    openApp("/login?reset=t0ken", { [LOOK]: when === "look" ? dead : () => ({ purpose: "reset", ...WHOSE }), [SET]: dead });
    if (when === "set") {
      await screen.findByRole("heading", { name: "重置密码" });
      type("新密码", "Neu-2026x");
      type("确认密码", "Neu-2026x");
      save();
    }
    await screen.findByText(DEAD);
    press("返回登录");
    await screen.findByRole("heading", { name: "登录" });
    expect(address()).toBe("/login");
  });

  it("opens for somebody who is logged in, and logs him out when it is done", async () => {
    logIn();
    openApp("/login?reset=t0ken", { [LOOK]: () => ({ purpose: "reset", ...WHOSE }), [SET]: () => null });
    await screen.findByRole("heading", { name: "重置密码" });
    expect(useSession.getState().token).not.toBeNull();
    type("新密码", "Neu-2026x");
    type("确认密码", "Neu-2026x");
    save();
    await screen.findByRole("heading", { name: "登录" });
    expect(useSession.getState().token).toBeNull();
  });
});

describe("a forgotten password", () => {
  const open = async (answer = () => null as unknown) => {
    const server = openApp("/login", { [FORGOT]: answer });
    await screen.findByRole("heading", { name: "登录" });
    type("手机号码", "138 0000 0001");
    press("忘记密码");
    const dialog = within(await screen.findByRole("dialog"));
    return { server, dialog };
  };

  it("is asked for by the phone that was typed, and answered alike for everybody", async () => {
    const { server, dialog } = await open();
    expect(dialog.getByLabelText<HTMLInputElement>("手机号码").value).toBe("138 0000 0001");
    fireEvent.click(dialog.getByRole("button", { name: "发送" }));
    await dialog.findByText("如账号存在，重置链接已发送至登记邮箱");
    expect(server.to("/auth/password/forgot").map((asked) => asked.json())).toEqual([
      { phoneNumber: "13800000001", internationalCountryCode: "86" },
    ]);
    expect(server.asked).toHaveLength(1);
    fireEvent.click(dialog.getByRole("button", { name: "确定" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("is asked for by e-mail, after what is typed is an address", async () => {
    const { server, dialog } = await open();
    fireEvent.click(dialog.getByLabelText("邮箱"));
    const field = dialog.getByLabelText("邮箱地址");
    for (const [text, finding] of [["", "请输入账号"], ["nobody", "请输入正确的邮箱地址"]] as const) {
      fireEvent.change(field, { target: { value: text } });
      fireEvent.click(dialog.getByRole("button", { name: "发送" }));
      expect(dialog.getByRole("alert").textContent).toBe(finding);
    }
    fireEvent.change(field, { target: { value: "Sales01@Example.com" } });
    fireEvent.submit(field);
    await dialog.findByText("如账号存在，重置链接已发送至登记邮箱");
    expect(server.asked.map((asked) => asked.json())).toEqual([{ userEmail: "sales01@example.com" }]);
  });

  it("asked for too often tells so and can be asked for again", async () => {
    const { dialog } = await open(() => envelope(429, 429, "操作过于频繁，请稍后再试"));
    fireEvent.click(dialog.getByRole("button", { name: "发送" }));
    await waitFor(() => expect(toasts().join()).toContain("操作过于频繁，请稍后再试"));
    dialog.getByRole("button", { name: "发送" });
  });
});
