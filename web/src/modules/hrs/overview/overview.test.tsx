import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { openPage } from "@/modules/hrs/common/page-kit";
import { type Overview, daysTone, usedTone } from "@/modules/hrs/overview/overview-data";
import overview from "@/modules/hrs/overview/overview.page";
import type { PermissionNode } from "@/platform/permission";
import { type Answer, envelope } from "@/platform/test-kit";

const SMS = {
  serviceType: "SMS",
  serviceName: { zh: "短信", en: "Text messages" },
  period: "MONTH" as const,
  quantity: 500,
  used: 20,
  left: 480,
  startDate: "2026-07-01",
  since: "2026-07-01",
};
const DATA: Overview = {
  org: { name: "演示货运", version: "专业版", used: 12, limit: 13, stopAt: "2099-12-31", daysLeft: 26_700 },
  packages: [
    { ...SMS, serviceType: "TRACK_AE_AI", serviceName: { zh: "空运轨迹订阅", en: "Air tracking" }, quantity: 100, used: 100, left: 0 },
    SMS,
    { ...SMS, serviceType: "STORAGE", serviceName: { zh: "存储GB", en: "Storage (GB)" }, quantity: null, used: 1.5, left: null },
  ],
  counts: { users: 12, roles: 10, depts: 6, workgroups: 2 },
  todo: { approvals: 3, passwords: 2, noLogin30: 4, locked: 1, noRole: 0 },
  today: { logins: 5, people: 3, failed: 1 },
  logs: [{ time: "2026-11-21 09:30:15", level: "高", kind: "修改", page: "部门管理", text: "销售一部", operator: "演示管理员" }],
};
const TREE: PermissionNode[] = [
  {
    id: "1",
    label: "人事",
    children: [
      { id: "10", path: "/hrs", label: "组织管理" },
      { id: "11", path: "/hrs_user", label: "用户管理" },
      { id: "12", path: "/hrs_log", label: "系统日志" },
      { id: "13", path: "/hrs_role", label: "角色管理", have: false },
    ],
  },
];
const open = (answer: Answer) => openPage(overview.page ?? (() => null), "/hrs", { "GET /hrs/org/overview": answer }, { tree: TREE });
const block = (name: string) => within(screen.getByRole("region", { name }));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("shows the account, what waits with its list, and the log", async () => {
  await open(() => DATA);
  const org = within(await screen.findByRole("region", { name: "企业信息" }));
  expect(org.getByText("12/13")).toBeTruthy();
  expect(org.getByRole("meter", { name: "用户数" }).getAttribute("aria-valuetext")).toBe("12/13");
  expect(org.getByText("2099-12-31")).toBeTruthy();
  expect(org.getByText("26,700 天")).toBeTruthy();
  const todo = block("待处理").getAllByRole("link");
  expect(todo.map((each) => [each.textContent, decodeURIComponent(each.getAttribute("href") ?? "")])).toEqual([
    ["待审批3", "/notification?id=0"],
    ["密码将过期2", "/hrs_user?passwordEnds=14"],
    ["锁定账号1", "/hrs_user?state=锁定"],
    ["30 天未登录用户4", "/hrs_user?idleDays=30"],
  ]);
  expect(block("今日登录").getByText("失败").closest(".is-danger")).toBeTruthy();
  expect(block("最近高级别日志").getByRole("listitem").textContent).toBe("2026-11-21 09:30高部门管理 · 修改销售一部演示管理员");
});

it("tells what of each service is used, and that the rest is not limited", async () => {
  await open(() => DATA);
  await screen.findByText("12/13");
  const shown = block("服务套餐").getAllByRole("listitem");
  expect(shown.map((each) => each.textContent)).toEqual(["空运轨迹订阅100/100", "短信20/500", "存储GB1.50/不限"]);
  expect(shown.map((each) => each.classList.contains("is-danger"))).toEqual([true, false, false]);
  cleanup();
  await open(() => ({ ...DATA, packages: [] }));
  await screen.findByText("未设服务套餐，各项服务不限量");
});

it("leads only to pages the user may open", async () => {
  await open(() => DATA);
  await screen.findByText("12/13");
  expect(block("数量").getAllByRole("link").map((each) => each.getAttribute("href"))).toEqual(["/hrs_user"]);
  expect(block("今日登录").queryByRole("link")).toBeNull();
  const cards = block("功能入口").getAllByRole("link");
  expect(cards.map((each) => each.textContent)).toEqual(["用户管理账号、岗位和个人权限", "系统日志谁在何时改了什么"]);
});

it("leads from each figure to the rows behind it", async () => {
  const page = (id: string, path: string) => ({ id, path, label: path });
  const tree = [{ id: "1", label: "人事", children: [page("10", "/hrs"), page("11", "/hrs_org"), page("12", "/hrs_login_log"), page("13", "/hrs_contact")] }];
  const figure = (code: string, name: string) => ({ code, name, count: 1 });
  const platform = {
    orgs: 4,
    states: [figure("到期", "到期")],
    editions: [figure("STANDARD", "标准版")],
    ending30: 2,
    endingDays: "2026-07-15~2026-08-14",
    new30: 1,
    contacts: 5,
  };
  await openPage(overview.page ?? (() => null), "/hrs", { "GET /hrs/org/overview": () => ({ ...DATA, platform }) }, { tree });
  await screen.findByText("12/13");
  const links = (name: string) => block(name).getAllByRole("link").map((each) => [each.textContent, decodeURIComponent(each.getAttribute("href") ?? "")]);
  expect(links("平台")).toEqual([
    ["组织机构4", "/hrs_org"],
    ["30 天内到期2", "/hrs_org?stopAt=2026-07-15~2026-08-14"],
    ["30 天内新增1", "/hrs_org?createdAt=last30"],
    ["咨询待处理5", "/hrs_contact?status=待处理"],
    ["到期1", "/hrs_org?state=到期"],
    ["标准版1", "/hrs_org?edition=STANDARD"],
  ]);
  expect(links("今日登录")).toEqual([
    ["次数5", "/hrs_login_log?createdAt=today&result=成功"],
    ["人数3", "/hrs_login_log?createdAt=today&result=成功"],
    ["失败1", "/hrs_login_log?createdAt=today&result=失败"],
  ]);
});

it("says that nothing waits, and that there is no log", async () => {
  await open(() => ({ ...DATA, todo: { approvals: null, passwords: 0, noLogin30: 0, locked: 0, noRole: 0 }, logs: [], org: { ...DATA.org, limit: null } }));
  await screen.findByText("没有待处理的事项");
  expect(screen.getByText("暂无高级别日志")).toBeTruthy();
  expect(screen.getByText("不限用户数")).toBeTruthy();
  expect(screen.queryByRole("meter")).toBeNull();
});

it("tries again after a failure, with the pages there all the time", async () => {
  let broken = true;
  await open(() => (broken ? envelope(500, 500, "") : DATA));
  await screen.findByText("加载数据失败");
  expect(screen.getByRole("link", { name: /用户管理/ })).toBeTruthy();
  broken = false;
  fireEvent.click(screen.getByRole("button", { name: "重试" }));
  await waitFor(() => expect(screen.getByText("12/13")).toBeTruthy());
});

it("warns before the limit and the end of the contract", () => {
  expect([usedTone(11, 13), usedTone(12, 13), usedTone(13, 13), usedTone(99, null)]).toEqual(["ready", "warning", "danger", "neutral"]);
  expect([daysTone(31), daysTone(30), daysTone(0), daysTone(-1), daysTone(null)]).toEqual(["done", "warning", "warning", "danger", "neutral"]);
});
