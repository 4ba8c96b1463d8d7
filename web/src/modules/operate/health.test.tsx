import { screen, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import health from "@/modules/operate/health.page";
import { loadRoom } from "@/platform/i18n";
import { stubServer } from "@/platform/test-kit";
import { renderPage } from "@/platform/test-shell";

afterEach(() => vi.unstubAllGlobals());

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
