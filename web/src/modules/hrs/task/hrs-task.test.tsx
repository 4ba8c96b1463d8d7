import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { button, column, declared, rowsOf } from "@/modules/hrs/common/list-kit";
import { openPage } from "@/modules/hrs/common/page-kit";
import { toasts } from "@/platform/test-shell";
import hrsTask from "@/modules/hrs/task/hrs-task.page";
import type { Row } from "@/platform/contract";
import { ListPageView } from "@/platform/lists/list-page";
import { type Answer, envelope } from "@/platform/test-kit";

beforeEach(() => {
  Object.defineProperty(document.body, "clientWidth", { value: 1440, configurable: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const CALL = { action: "call", call: { method: "PUT", path: "/hrs/task/retry/{id}" } } as const;
const page = declared("hrs.task.list", "/hrs_task", "/hrs/task/page", {
  columns: [column("code", "编号"), column("status", "状态"), column("progress", "进度 %"), column("fileName", "文件")],
  buttons: [
    { ...button("sys_task_cancel", "取消"), ...CALL, when: { oneOf: ["status", ["排队中", "执行中"]] } },
    { ...button("sys_task_cancel", "重试"), ...CALL, when: { oneOf: ["status", ["失败"]] } },
  ],
});

const open = (routes: Record<string, Answer>) =>
  openPage(() => <ListPageView page={page} overrides={hrsTask.list ?? {}} />, page.path, routes, { buttons: ["sys_task_cancel"] });

const ready: Row = { id: "8", code: "JOB-2", status: "已完成", progress: 100, fileName: "订单.xlsx", fileSize: 3_100_000, fileKept: true, own: true };

it("follows what runs and shows its progress", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let state: Row = { id: "7", code: "JOB-1", status: "执行中", progress: 40, own: true };
  const server = await open({
    "GET /hrs/task/page": (asked) => {
      const rows = asked.query.get("status") && state["status"] !== "执行中" ? [] : [state];
      return { records: rows, total: rows.length, current: 1, size: 10 };
    },
  });
  expect((await screen.findByRole("progressbar", { name: "进度" })).getAttribute("value")).toBe("40");
  await screen.findByText("1 个任务进行中，完成后自动更新");
  expect(screen.getByRole("button", { name: "取消" })).toBeDefined();
  state = { ...state, status: "失败", progress: 40 };
  await vi.advanceTimersByTimeAsync(2_500);
  await screen.findByText("失败");
  await waitFor(() => expect(screen.queryByText("1 个任务进行中，完成后自动更新")).toBeNull());
  expect(screen.getByRole("button", { name: "重试" })).toBeDefined();
  const asked = server.to("/hrs/task/page").length;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(server.to("/hrs/task/page").length, "nothing runs, nothing is asked").toBe(asked);
});

it("fetches an own file while it is kept", async () => {
  const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
  URL.createObjectURL = () => "blob:x";
  URL.revokeObjectURL = () => undefined;
  const disposition = "attachment; filename*=UTF-8''%E8%AE%A2%E5%8D%95.xlsx";
  let gone = false;
  await open({
    "GET /hrs/task/page": rowsOf([ready, { ...ready, id: "9", fileKept: false }, { ...ready, id: "10", own: false, fileName: "别人的.xlsx" }]),
    "GET /hrs/task/file/8": () => (gone ? envelope(404, 404, "数据不存在") : new Response("xlsx", { headers: { "content-disposition": disposition } })),
  });
  fireEvent.click(await screen.findByRole("button", { name: "下载 订单.xlsx" }));
  await waitFor(() => expect(click).toHaveBeenCalledOnce());
  screen.getByText("3,027 KB");
  screen.getByText("文件已过期");
  screen.getByText("别人的.xlsx");
  expect(screen.queryByRole("button", { name: "下载 别人的.xlsx" })).toBeNull();
  gone = true;
  fireEvent.click(screen.getByRole("button", { name: "下载 订单.xlsx" }));
  await waitFor(() => expect(toasts()).toHaveLength(1));
});

it("offers the refused rows of an import by what they are", async () => {
  const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
  URL.createObjectURL = () => "blob:x";
  URL.revokeObjectURL = () => undefined;
  const bad = { ...ready, kind: "导入", status: "部分成功", fileName: "客商_错误行.xlsx" };
  const server = await open({
    "GET /hrs/task/page": rowsOf([bad, { ...bad, id: "9", own: false, fileName: "别人的.xlsx" }]),
    "GET /hrs/task/file/8": () => new Response("xlsx"),
  });
  fireEvent.click(await screen.findByRole("button", { name: "下载错误行" }));
  await waitFor(() => expect(click).toHaveBeenCalledOnce());
  expect(server.to("/hrs/task/file/8")).toHaveLength(1);
  screen.getByText("别人的.xlsx");
});

it("tells where an export that is too large to come at once is found", async () => {
  const list = declared("test.list", "/x", "/x/page", {
    columns: [column("code", "编号")],
    buttons: [{ ...button("x-export", "导出", "toolbar"), action: "export" }],
    exportCall: "/x/exportExcel",
  });
  const server = await openPage(() => <ListPageView page={list} overrides={{}} />, "/x", {
    "GET /x/page": rowsOf([ready]),
    "POST /x/exportExcel": () => ({ taskId: "8" }),
  }, { buttons: ["x-export"] });
  fireEvent.click(await screen.findByRole("button", { name: "导出" }));
  const box = within(await screen.findByRole("dialog"));
  fireEvent.click(box.getByRole("button", { name: /^导\s?出$/ }));
  await waitFor(() => expect(toasts()).toEqual(["已提交下载中心"]));
  expect(screen.getByRole("link", { name: "查看" }).getAttribute("href")).toBe("/hrs_task");
  expect(server.to("/x/exportExcel")).toHaveLength(1);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});
