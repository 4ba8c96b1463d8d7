import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { address, freshApp, logIn, openApp } from "@/app/app-kit";
import { envelope } from "@/platform/test-kit";

beforeEach(freshApp);
afterEach(() => vi.unstubAllGlobals());

const ROLE = { reason: "role", permissionId: "7", name: "用户管理", adminName: "管理员", applied: false };
const EDITION = { reason: "edition", permissionId: "7", name: "用户管理", edition: "标准版", privateSaas: false };
const WHY = "GET /hrs/permission/why";

describe("a page that does not open", () => {
  it("names the administrator and lets the user ask him once", async () => {
    logIn();
    let applied = false;
    const server = openApp("/hrs_user", {
      [WHY]: () => ({ ...ROLE, applied }),
      "POST /hrs/permission/apply": () => {
        applied = true;
        return { instanceId: "1", instanceNo: "SP-2607150001", state: "审批中" };
      },
    });
    await screen.findByText("请联系管理员（管理员）分配权限");
    screen.getByRole("heading", { name: "抱歉，您没有权限访问该页面：用户管理" });
    fireEvent.click(screen.getByRole("button", { name: "申请权限" }));
    fireEvent.change(await screen.findByLabelText("原因"), { target: { value: "查看电话" } });
    fireEvent.click(screen.getByRole("button", { name: "提交申请" }));
    await screen.findByText("已提交申请，请等待处理");
    expect(server.to("/hrs/permission/why")[0]?.query.get("name")).toBe("/hrs_user");
    expect(server.to("/hrs/permission/apply")[0]?.json()).toEqual({ permissionId: "7", reason: "查看电话" });
    await waitFor(() => expect(screen.queryByRole("button", { name: "申请权限" })).toBeNull());
  });

  it("says what the edition lacks, with the way to the platform", async () => {
    logIn();
    openApp("/unPermission?flag=1&name=%E7%94%A8%E6%88%B7%E7%AE%A1%E7%90%86", { [WHY]: () => EDITION });
    await screen.findByText("当前版本（标准版）未开通该功能");
    fireEvent.click(screen.getByRole("button", { name: "申请升级" }));
    await waitFor(() => expect(address()).toBe("/contactUs"));
  });

  it("hides that way where a company runs the product for itself", async () => {
    logIn();
    openApp("/unPermission?name=x", { [WHY]: () => ({ ...EDITION, privateSaas: true }) });
    await screen.findByText("当前版本（标准版）未开通该功能");
    expect(screen.queryByRole("button", { name: "申请升级" })).toBeNull();
    screen.getByRole("button", { name: "返回首页" });
  });

  it("still says so when nobody knows why", async () => {
    logIn();
    openApp("/unPermission?name=%E7%94%A8%E6%88%B7%E7%AE%A1%E7%90%86", { [WHY]: () => envelope(500, 500, "系统错误", null) });
    await screen.findByText("抱歉，您没有权限访问该页面：用户管理");
    await screen.findByText("如需使用，请联系管理员分配权限。");
  });
});
