import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openPage } from "@/modules/hrs/common/page-kit";
import configure from "@/modules/hrs/configure/configure.page";
import { type Answer, envelope } from "@/platform/test-kit";

const label = (zh: string) => ({ zh, en: zh });
const set = (name: string, zh: string, kind: string, value: unknown, more = {}) => ({
  version: 3,
  groups: [{ key: "one", label: label("一组"), settings: [{ field: { name, label: label(zh), kind, digits: 0 }, many: false, secret: false, value, ...more }] }],
});
const SMS = {
  serviceType: "SMS",
  serviceName: { zh: "短信", en: "Text messages" },
  period: "YEAR",
  quantity: 500,
  used: 20,
  left: 480,
  startDate: "2026-07-01",
  since: "2026-07-01",
};
const ROUTES: Record<string, Answer> = {
  "GET /hrs/org/configure": () => set("title", "企业标题", "text", "演示货运"),
  "GET /hrs/orgOrderConfig/AE": () => set("financeLockView", "财务锁账可见", "bool", true, { default: true, isDefault: true }),
  "GET /hrs/orgSetting": (asked) =>
    asked.query.get("businessScope") ? { version: 3, groups: [] } : set("coopApproval", "新增客商须审核", "bool", false, { default: false, isDefault: true }),
  "GET /hrs/org/package": () => ({ edition: "专业版", stopAt: "2099-12-31", items: [{ item: "users", used: 12, max: 50 }], services: [SMS] }),
  "GET /hrs/org/security": () => set("failsMax", "锁定次数", "int", 5, { default: 5, isDefault: true }),
};

beforeEach(() => {
  Object.defineProperty(document.body, "clientWidth", { value: 1440, configurable: true });
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(() => vi.unstubAllGlobals());

const open = (tab: string, routes: Record<string, Answer> = {}, buttons = ["sys_orgconf_base", "sys_orgconf_order", "sys_orgconf_security"]) => {
  const Page = configure.page;
  if (!Page) throw new Error("the page draws itself");
  return openPage(Page, `/hrs_org_configure?tab=${tab}`, { ...ROUTES, ...routes }, { buttons });
};

describe("the configuration of a company", () => {
  it("has a tab for each kind of decision and opens the one of the address", async () => {
    // req: hrs-route-hrs-org-configure
    await open("security");
    expect(await screen.findByLabelText("锁定次数")).toBeTruthy();
    expect(screen.getAllByRole("tab").map((tab) => tab.textContent)).toEqual(["基本信息", "订单设置", "业务开关", "银行账户", "账单模板", "财务设置", "安全策略", "服务套餐"]);
    fireEvent.click(screen.getByRole("tab", { name: "业务开关" }));
    expect(await screen.findByLabelText("新增客商须审核")).toBeTruthy();
  });

  it("has order settings and switches for every scope, each at its address", async () => {
    const paths: string[] = [];
    const scoped = (asked: { path: string }) => {
      paths.push(asked.path);
      return set("transferDays", "疏港天数", "int", 9, { default: 9, isDefault: true });
    };
    await open("order&scope=SI", { "GET /hrs/orgOrderConfig/SI": scoped });
    expect(await screen.findByLabelText("疏港天数")).toBeTruthy();
    const scopes = ["AE", "AI", "SE", "SI", "TE", "TI", "LC", "IO"];
    for (const scope of scopes) expect(screen.getByRole("tab", { name: scope })).toBeTruthy();
    expect(screen.getByRole("tab", { name: "SI" }).getAttribute("aria-selected")).toBe("true");
    expect(paths).toEqual(["/hrs/orgOrderConfig/SI"]);
  });

  it("shows at its field what the platform does not allow", async () => {
    const message = "不能低于平台最低要求（5）";
    const refused = () => envelope(200, 1, message, { findings: [{ field: "failsMax", severity: "error", key: "security.below", message }] });
    await open("security", { "PUT /hrs/org/security": refused });
    const field = await screen.findByLabelText("锁定次数");
    fireEvent.change(field, { target: { value: "10" } });
    fireEvent.blur(field);
    fireEvent.click(screen.getByRole("button", { name: "保存" }));
    expect((await screen.findAllByText(message)).length).toBeGreaterThan(0);
  });

  it("tells what of the package is used", async () => {
    await open("package");
    expect(await screen.findByText("专业版")).toBeTruthy();
    const row = screen.getByText("用户数").closest("tr");
    const cells = (of: Element | null | undefined) => [...(of?.querySelectorAll("td") ?? [])].map((cell) => cell.textContent);
    expect(cells(row)).toEqual(["用户数", "12", "50"]);
    expect(cells(screen.getByText("短信").closest("tr"))).toEqual(["短信", "年", "500", "20", "480", "2026-07-01"]);
    cleanup();
    await open("package", { "GET /hrs/org/package": () => ({ edition: "专业版", stopAt: null, items: [], services: [] }) });
    await screen.findByText("未设服务套餐，各项服务不限量");
  });

  it("lets those read who may not change", async () => {
    await open("base", {}, []);
    await waitFor(() => expect(screen.getByText("演示货运")).toBeTruthy());
    expect(screen.queryByRole("button", { name: "保存" })).toBeNull();
  });
});
