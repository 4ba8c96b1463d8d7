import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import hrsBlacklist from "@/modules/hrs/blacklist/hrs-blacklist.page";
import { button, column, declared, rowsOf } from "@/modules/hrs/common/list-kit";
import { openPage } from "@/modules/hrs/common/page-kit";
import { toasts } from "@/platform/test-shell";
import hrsJob from "@/modules/hrs/job/hrs-job.page";
import hrsLog from "@/modules/hrs/log/hrs-log.page";
import hrsSession from "@/modules/hrs/session/hrs-session.page";
import type { ListPage } from "@/platform/contract";
import { ListPageView } from "@/platform/lists/list-page";
import type { PageDefinition } from "@/platform/page-registry";
import { type Answer, envelope } from "@/platform/test-kit";

beforeEach(() => {
  Object.defineProperty(document.body, "clientWidth", { value: 1440, configurable: true });
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(() => vi.unstubAllGlobals());

const open = (page: ListPage, { list = {} }: PageDefinition, routes: Record<string, Answer>) =>
  openPage(() => <ListPageView page={page} overrides={list} />, page.path, routes, { buttons: page.buttons.map(({ code }) => code) });

it("lifts an entry of the blacklist with a reason", async () => {
  const page = declared("hrs.blacklist.list", "/hrs_blacklist", "/hrs/blacklist/page", {
    columns: [column("userName", "姓名")],
    buttons: [button("sys_blacklist_off", "解除")],
  });
  const server = await open(page, hrsBlacklist, {
    "GET /hrs/blacklist/page": rowsOf([{ id: "5", version: 2, userName: "张某" }]),
    "PUT /hrs/blacklist/off": () => null,
  });
  fireEvent.click(await screen.findByRole("button", { name: "解除" }));
  const box = within(await screen.findByRole("dialog"));
  fireEvent.click(box.getByRole("button", { name: "确定" }));
  await box.findByText("请输入解除原因");
  fireEvent.change(box.getByLabelText(/解除原因/), { target: { value: "核实有误" } });
  fireEvent.click(box.getByRole("button", { name: "确定" }));
  await waitFor(() => expect(server.to("/hrs/blacklist/off")[0]?.json()).toEqual({ id: "5", version: 2, offReason: "核实有误" }));
  await waitFor(() => expect(server.to("/hrs/blacklist/page").length).toBeGreaterThan(1));
});

it("ends sessions after a question and a proof of identity", async () => {
  const page = declared("hrs.session.list", "/hrs_session", "/hrs/session/page", {
    columns: [column("userName", "用户名")],
    buttons: [button("sys_session_offline", "强制下线", "batch")],
  });
  let proved = false;
  const server = await open(page, hrsSession, {
    "GET /hrs/session/page": rowsOf([{ id: "s1", userName: "李想" }, { id: "s2", userName: "王平" }]),
    "POST /hrs/session/offline": () => (proved ? null : envelope(200, 4, "请验证密码后继续")),
    "POST /auth/reauth": () => {
      proved = true;
      return null;
    },
  });
  await screen.findByText("李想");
  for (const check of screen.getAllByRole("checkbox").slice(1)) fireEvent.click(check);
  fireEvent.click(await screen.findByRole("button", { name: "强制下线" }));
  await screen.findByText("确认强制下线选中的 2 个会话吗？这些用户须重新登录。");
  fireEvent.click(screen.getByRole("button", { name: "确定" }));
  fireEvent.change(await screen.findByLabelText("登录密码"), { target: { value: "Right-2026" } });
  fireEvent.click(screen.getAllByRole("button", { name: "确定" }).at(-1) ?? document.body);
  await waitFor(() => expect(toasts()).toEqual(["操作成功"]));
  expect(server.to("/hrs/session/offline").map((each) => each.json())).toEqual([{ ids: ["s1", "s2"] }, { ids: ["s1", "s2"] }]);
  await waitFor(() => expect(screen.queryByRole("button", { name: "强制下线" })).toBeNull());
});

it("opens a row of the log with what it changed", async () => {
  const page = declared("hrs.log.list", "/hrs_log", "/hrs/log/list/page", { columns: [column("createTime", "操作时间"), column("operatorName", "操作人")] });
  await open(page, hrsLog, {
    "GET /hrs/log/list/page": rowsOf([{ id: "77", createTime: "2026-07-01 09:00:00", operatorName: "管理员", type: "修改", pageName: "部门管理", text: "修改部门" }]),
    "GET /hrs/log/77": () => ({ changes: [{ field: "deptName", label: "部门名称", old: "销售一部", new: "销售一组" }] }),
  });
  fireEvent.click(await screen.findByRole("button", { name: "2026-07-01 09:00:00" }));
  const drawer = within(await screen.findByRole("dialog"));
  await drawer.findByText("销售一组");
  expect(drawer.getAllByRole("columnheader").map((each) => each.textContent)).toEqual(["字段", "修改前", "修改后"]);
  drawer.getByText("部门管理");
  drawer.getByText("修改部门");
});

it("leads from a plan to its runs, by the name its reader knows", async () => {
  const page = declared("hrs.job.list", "/hrs_job", "/hrs/job/page", { columns: [column("title", "名称")] });
  await open(page, hrsJob, { "GET /hrs/job/page": rowsOf([{ id: "1", title: "邮件发送", titleEn: "Sending of mails" }]) });
  const name = await screen.findByRole("link", { name: "邮件发送" });
  expect(name.getAttribute("href")).toBe(`/hrs_job/runs?title=${encodeURIComponent("邮件发送")}`);
  expect(screen.getAllByRole("tab").map((tab) => tab.textContent)).toEqual(["计划任务", "执行记录", "企业任务"]);
});
