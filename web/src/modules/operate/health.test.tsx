import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import health from "@/modules/operate/health.page";
import { loadRoom } from "@/platform/i18n";
import { useSession } from "@/platform/session";
import { stubServer } from "@/platform/test-kit";
import { press, renderPage } from "@/platform/test-shell";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const GIGABYTE = 1024 ** 3;
const HEALTH = {
  version: "1.2.0",
  startedAt: "2026-07-15 10:00:00",
  instances: [{ host: "server-1", version: "1.2.0", startedAt: "2026-07-15 10:00:00", seenAt: "2026-07-15 10:01:00" }],
  database: { kind: "PostgreSQL", version: "17.2", bytes: 3 * GIGABYTE, connections: 5 },
  disk: { total: 100 * GIGABYTE, free: 5 * GIGABYTE, percent: 95 },
  memory: null,
  ownMemory: GIGABYTE,
  calls: { perMinute: 120, count: 400, failed: 10, p95Ms: 85 },
  slow: [{ statement: "SELECT freight_order", count: 2, maxMs: 1200 }],
  queues: [
    { name: "导入导出等任务", waiting: 3, failed: 0 },
    { name: "邮件发送", waiting: 1204, failed: 2 },
  ],
  sessions: 17,
  interfaces: [
    { type: "TRACK", lastOk: "2026-07-15 08:00:00", count: 3, failed: 2 },
    { type: "INVOICE", lastOk: null, count: 0, failed: 0 },
  ],
  clock: { now: "2026-07-15 10:01:00", newest: "2026-07-15 10:01:00", doubt: null as string | null },
  checks: [{ name: "disk", label: "磁盘", state: "red", text: "已用95%" }],
};

it("shows the figures of the deployment, and a full disk in red", async () => {
  await loadRoom("operate");
  stubServer({ "GET /hrs/health": () => HEALTH });
  const Page = health.page;
  if (!Page) throw new Error("no page");
  renderPage(<Page />, "/hrs_health");
  expect((await screen.findByText("异常")).closest(".tone-danger")).not.toBeNull();
  screen.getByText("已用95%");
  for (const figure of ["2.5%", "85", "17", "PostgreSQL 17.2", "3.0 GB", "SELECT freight_order", "1,200"]) screen.getByText(figure);
  const mails = within(screen.getByText("邮件发送").closest("tr") ?? document.body);
  mails.getByText("1,204");
  mails.getByText("2");
  const track = within(screen.getByText("TRACK").closest("tr") ?? document.body);
  track.getByText("2026-07-15 08:00:00");
  track.getByText("66.7%");
  const unused = within(screen.getByText("INVOICE").closest("tr") ?? document.body);
  expect(unused.getAllByText("-")).toHaveLength(2);
});

const DOUBTED = {
  ...HEALTH,
  clock: { now: "2027-07-15 10:00:00", newest: "2026-07-15 10:00:00", doubt: "ahead" },
  checks: [{ name: "clock", label: "服务器时间", state: "red", text: "现在2027-07-15 10:00:00，已暂停按期清理" }],
};

it("lets who may say that a doubted time is right, after asking", async () => {
  await loadRoom("operate");
  useSession.getState().setButtons(["hrs_health", "sys_health_clock"]);
  let shown: object = DOUBTED;
  const trusted = () => {
    shown = { ...HEALTH, checks: [] };
    return null;
  };
  const server = stubServer({ "GET /hrs/health": () => shown, "PUT /hrs/health/trustClock": trusted });
  const Page = health.page;
  if (!Page) throw new Error("no page");
  renderPage(<Page />, "/hrs_health");
  await press("确认时间正确");
  await screen.findByText(/服务器现在时间为2027-07-15 10:00:00/);
  expect(server.to("/hrs/health/trustClock")).toEqual([]);
  // The newest button of these words is that of the question.
  await press("确认时间正确");
  await waitFor(() => expect(server.to("/hrs/health/trustClock")).toHaveLength(1));
  await waitFor(() => expect(screen.queryByText("服务器时间")).toBeNull());
});

it("offers that to nobody else, nor while the time is believed", async () => {
  await loadRoom("operate");
  const Page = health.page;
  if (!Page) throw new Error("no page");
  for (const [shown, buttons] of [
    [DOUBTED, ["hrs_health"]],
    [{ ...DOUBTED, clock: HEALTH.clock }, ["hrs_health", "sys_health_clock"]],
  ] as const) {
    useSession.getState().setButtons([...buttons]);
    stubServer({ "GET /hrs/health": () => shown });
    renderPage(<Page />, "/hrs_health");
    await screen.findByText("服务器时间");
    expect(screen.queryByText("确认时间正确")).toBeNull();
    cleanup();
  }
});
