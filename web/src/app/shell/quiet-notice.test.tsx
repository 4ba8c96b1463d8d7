import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { freshApp, logIn, openApp } from "@/app/app-kit";
import type { User } from "@/platform/session";
import { envelope } from "@/platform/test-kit";

const QUIET = {
  quiet: true,
  madeAt: "2026-07-15 02:30:00",
  restoredAt: "2026-07-15 09:00:00",
  waiting: [
    { name: "邮件发送", count: 3 },
    { name: "电子报文发送", count: 1 },
  ],
};
const KEEPER = { "GET /hrs/permission/getButtonInfo": () => ["sys_quiet_release"] };

beforeEach(() => {
  freshApp();
  vi.stubGlobal("__FORWARDER__", { quiet: true });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function open(path: string, user: Partial<User>, routes: Parameters<typeof openApp>[1]) {
  logIn(user);
  return openApp(path, routes);
}

it("stands on every page of who looks after the place, until he releases it", async () => {
  let quiet = true;
  const server = open("/noPermission", { adminRole: "superAdmin" }, {
    ...KEEPER,
    "GET /hrs/quiet": () => ({ ...QUIET, quiet }),
    "POST /hrs/quiet/release": () => {
      quiet = false;
      return null;
    },
  });
  await screen.findByText(/本系统由2026-07-15 02:30的备份恢复，处于静默状态/);
  fireEvent.click(screen.getByRole("button", { name: "解除静默" }));
  const dialog = within(await screen.findByRole("dialog"));
  dialog.getByText(/请先确认原系统已停用/);
  dialog.getByText("解除后随即执行：邮件发送（3）、电子报文发送（1）");
  expect(server.to("/hrs/quiet/release"), "not before it is confirmed").toEqual([]);
  fireEvent.click(dialog.getByRole("button", { name: "解除静默" }));
  await waitFor(() => expect(screen.queryByText(/处于静默状态/)).toBeNull());
  expect(server.to("/hrs/quiet/release")).toHaveLength(1);
});

it("tells the administrator of a company, who can't release it, also where nothing answers", async () => {
  open("/dashboard", { adminRole: "admin" }, { "GET /hrs/quiet": () => envelope(503, 503, "") });
  await screen.findByText(/本系统由备份恢复，处于静默状态.*由平台管理员解除/);
  expect(screen.queryByRole("button", { name: "解除静默" })).toBeNull();
});

it("is nothing to others, and nothing where the page was told of no copy", async () => {
  const server = open("/noPermission", {}, { "GET /hrs/quiet": () => QUIET });
  await screen.findByText("抱歉，您没有权限访问该页面");
  expect(screen.queryByText(/处于静默状态/)).toBeNull();
  cleanup();
  vi.stubGlobal("__FORWARDER__", {});
  const own = open("/noPermission", { adminRole: "superAdmin" }, { ...KEEPER, "GET /hrs/quiet": () => QUIET });
  await screen.findByText("抱歉，您没有权限访问该页面");
  expect([server.to("/hrs/quiet"), own.to("/hrs/quiet")], "nobody asks").toEqual([[], []]);
});
