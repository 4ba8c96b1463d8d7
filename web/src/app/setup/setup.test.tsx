import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { address, freshApp, openApp } from "@/app/app-kit";
import { page as browserPage } from "@/platform/navigate";
import { KEY } from "@/platform/storage";
import { envelope } from "@/platform/test-kit";

const STATE = () => ({ editions: [{ value: "FLAGSHIP", label: "旗舰版" }, { value: "STANDARD", label: "标准版" }] });

beforeEach(freshApp);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const fill = (label: string | RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

describe("the first run", () => {
  it("sends what was typed and shows how to log in", async () => {
    const made = { orgCode: "MAIN", adminName: "boss", demoPassword: "abc-234" };
    const server = openApp("/setup", { "GET /setup/state": STATE, "POST /setup/create": () => made });
    await screen.findByRole("option", { name: "标准版" });
    fill("初始化码", "AAAAA-BBBBB");
    fill("企业名称", "远航国际货运");
    fill("企业编码", "MAIN");
    fill("管理员账号", "boss");
    fill("姓名", "李航");
    fill("密码", "Yuan-hang-2026");
    fireEvent.click(screen.getByRole("checkbox"));
    fireEvent.click(screen.getByRole("button", { name: "完成初始化" }));
    await screen.findByRole("heading", { name: "初始化完成" });
    expect(server.to("/setup/create")[0]?.json()).toEqual({
      setupCode: "AAAAA-BBBBB",
      orgName: "远航国际货运",
      orgCode: "MAIN",
      edition: "FLAGSHIP",
      adminName: "boss",
      userName: "李航",
      phone: "",
      email: "",
      password: "Yuan-hang-2026",
      language: "zh-CN",
      demo: true,
    });
    expect(screen.getByText("abc-234")).toBeTruthy();
  });

  it("opens the log-in on the tab of the new administrator, with his name and company (29)", async () => {
    const made = { orgCode: "MAIN", adminName: "boss", demoPassword: null };
    openApp("/setup", { "GET /setup/state": STATE, "POST /setup/create": () => made });
    await screen.findByRole("option", { name: "标准版" });
    fireEvent.click(screen.getByRole("button", { name: "完成初始化" }));
    const open = vi.spyOn(browserPage, "open").mockImplementation(() => {});
    const button = await screen.findByRole("button", { name: /登录/ });
    // Whoever goes there by himself finds the same.
    expect(JSON.parse(localStorage.getItem(KEY.remembered) ?? "null")).toEqual({ type: 2, dialling: "86", login: "boss", org: "MAIN" });
    fireEvent.click(button);
    expect(open).toHaveBeenCalledWith("/login");
  });

  it("shows each finding at its field", async () => {
    const findings = [{ field: "setupCode", severity: "error", key: "first_run.code", message: "初始化码不正确，请查看服务器启动时的输出" }];
    openApp("/setup", {
      "GET /setup/state": STATE,
      "POST /setup/create": () => envelope(200, 1, "初始化码不正确", { findings }),
    });
    await screen.findByRole("option", { name: "标准版" });
    fireEvent.click(screen.getByRole("button", { name: "完成初始化" }));
    await screen.findByText("初始化码不正确，请查看服务器启动时的输出");
    expect(screen.getByLabelText("初始化码").getAttribute("aria-invalid")).toBe("true");
  });

  it("leads to the log-in when the product is set up already", async () => {
    openApp("/setup", { "GET /setup/state": () => envelope(404, 404, "数据不存在") });
    await waitFor(() => expect(address()).toBe("/login"));
  });
});
