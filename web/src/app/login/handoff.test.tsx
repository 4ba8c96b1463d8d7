import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { TREE, address, freshApp, openApp } from "@/app/app-kit";
import { toasts } from "@/platform/test-shell";
import { useSession } from "@/platform/session";
import { KEY, SESSION_KEYS } from "@/platform/storage";
import { type Answer, envelope } from "@/platform/test-kit";

const CALL = "POST /hrs/org/sourceLoginOfEf";
const INVALID = "无效的用户信息，无法访问";
const GRANTED: Answer = () => ({
  access_token: "t9",
  userId: "7",
  userCname: "李想",
  orgId: "1",
  orgName: "示例货代",
  loginType: 1,
  pageLanguage: "zh-CN",
  source: "portal",
});

beforeEach(freshApp);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const nothingStored = () => {
  expect(SESSION_KEYS.map((key) => localStorage.getItem(key)).filter((value) => value !== null)).toEqual([]);
  expect(useSession.getState().token).toBeNull();
};

describe("a hand-off", () => {
  it.each(["/efForLogin", "/efForLogin?token=", "/efForLogin?token=%20"])("without a token makes no call: %s", async (path) => {
    // req: auth-handoff-token-required, auth-handoff-no-token-message, auth-route-ef-for-login
    const server = openApp(path, { [CALL]: GRANTED });
    await screen.findByText(INVALID);
    expect(screen.getByRole("heading", { name: "授权登录" })).toBeTruthy();
    expect(window.location.pathname).toBe("/efForLogin");
    expect(server.asked).toEqual([]);
    nothingStored();
  });

  it("says that it is authorising, with the token gone from the address", async () => {
    // req: auth-handoff-loading, auth-route-ef-for-login
    openApp("/efForLogin?token=a.b.c", { [CALL]: () => new Promise<never>(() => undefined) });
    await screen.findByText("正在努力授权中…");
    await waitFor(() => expect(address()).toBe("/efForLogin"));
    expect(screen.getByText("正在努力授权中…")).toBeTruthy();
    nothingStored();
  });

  it("logs in, loads menus, then buttons, and opens the home page", async () => {
    // req: auth-handoff-sequence, auth-handoff-call
    let menus: (tree: unknown) => void = () => undefined;
    const server = openApp("/efForLogin?token=a.b.c", {
      [CALL]: GRANTED,
      "GET /hrs/permission": () => new Promise((resolve) => (menus = resolve)),
    });
    const paths = () => server.asked.map((each) => each.path);
    await waitFor(() => expect(paths()).toEqual(["/hrs/org/sourceLoginOfEf", "/hrs/permission"]));
    expect(server.asked[0]?.json()).toEqual({ token: "a.b.c" });
    expect(address()).toBe("/efForLogin");
    menus(TREE);
    await screen.findByRole("heading", { name: /李想/ });
    expect(address()).toBe("/dashboard");
    expect(paths().slice(0, 3)).toEqual(["/hrs/org/sourceLoginOfEf", "/hrs/permission", "/hrs/permission/getButtonInfo"]);
    expect(server.to("/hrs/org/sourceLoginOfEf")).toHaveLength(1);
    expect(server.asked[1]?.headers["Authorization"]).toBe("Bearer t9");
    expect(localStorage.getItem(KEY.token)).toBe("t9");
    expect(useSession.getState().loginType).toBe(1);
  });

  it("refused shows one sentence and stores nothing", async () => {
    // req: auth-handoff-failure
    const server = openApp("/efForLogin?token=a.b.c", { [CALL]: () => envelope(200, 1, INVALID) });
    await screen.findByText(INVALID);
    expect(address()).toBe("/efForLogin");
    expect(server.asked.map((each) => each.path)).toEqual(["/hrs/org/sourceLoginOfEf"]);
    expect(toasts()).toEqual([]);
    nothingStored();
  });

  it("asks for the code of a bound second factor", async () => {
    // req: auth-handoff-sequence
    const wanted = (text: string, token: string) => envelope(200, 1, text, { secondFactor: true, token });
    const server = openApp("/efForLogin?token=a.b.c", {
      [CALL]: (asked) => {
        const { token, code } = asked.json() as { token: string; code?: string };
        if (token === "a.b.c") return wanted(INVALID, "pass1");
        return code === "123456" ? GRANTED(asked) : wanted("动态码不正确", "pass2");
      },
    });
    const field = await screen.findByLabelText("动态码");
    expect(screen.queryByText(INVALID)).toBeNull();
    nothingStored();
    fireEvent.change(field, { target: { value: "000000" } });
    fireEvent.click(screen.getByRole("button", { name: "登录" }));
    await screen.findByText("动态码不正确");
    nothingStored();
    fireEvent.change(screen.getByLabelText("动态码"), { target: { value: "123456" } });
    fireEvent.click(screen.getByRole("button", { name: "登录" }));
    await screen.findByRole("heading", { name: /李想/ });
    expect(server.to("/hrs/org/sourceLoginOfEf").map((each) => each.json())).toEqual([
      { token: "a.b.c" },
      { token: "pass1", code: "000000" },
      { token: "pass2", code: "123456" },
    ]);
  });

  it.each<[string, Record<string, Answer>]>([
    ["an answer without a session", { [CALL]: () => ({ userId: "7" }) }],
    ["failing menus", { [CALL]: GRANTED, "GET /hrs/permission": () => envelope(500, 500, "") }],
    ["failing buttons", { [CALL]: GRANTED, "GET /hrs/permission/getButtonInfo": () => envelope(500, 500, "") }],
  ])("ends with the same sentence after %s", async (_, routes) => {
    // req: auth-handoff-failure
    openApp("/efForLogin?token=a.b.c", routes);
    await screen.findByText(INVALID);
    expect(address()).toBe("/efForLogin");
    nothingStored();
  });
});
