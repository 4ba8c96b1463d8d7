import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { button, column, declared, rowsOf } from "@/modules/hrs/common/list-kit";
import { openPage } from "@/modules/hrs/common/page-kit";
import { toasts } from "@/platform/test-shell";
import hrsMailLog from "@/modules/hrs/mail/hrs-mail-log.page";
import { ListPageView } from "@/platform/lists/list-page";
import { type Answer, envelope } from "@/platform/test-kit";

beforeEach(() => {
  Object.defineProperty(document.body, "clientWidth", { value: 1440, configurable: true });
});
afterEach(() => vi.unstubAllGlobals());

const page = declared("hrs.mailLog.list", "/hrs_mail_log", "/hrs/mailLog/page", {
  columns: [column("subject", "主题")],
  buttons: [button("sys_maillog_view", "查看内容")],
});

const open = (one: Answer, row = {}) =>
  openPage(
    () => <ListPageView page={page} overrides={hrsMailLog.list ?? {}} />,
    page.path,
    { "GET /hrs/mailLog/page": rowsOf([{ id: "5", subject: "送货安排", can: ["sys_maillog_view"], ...row }]), "GET /hrs/mailLog/5": one },
    { buttons: ["sys_maillog_view"] },
  );

it("shows a mail in a frame that runs nothing", async () => {
  const html = "<p>请于今日送货。</p><script>window.parent.evil = 1</script>";
  await open(() => ({
    fromAddr: "office@example.com", toAddrs: "a@example.com", ccAddrs: null, createdAt: "2026-07-15 10:00:00",
    attachments: ["账单.pdf", "清单.xlsx"], html,
  }));
  fireEvent.click(await screen.findByRole("button", { name: "查看内容" }));
  const frame = await waitFor(() => document.querySelector("iframe") ?? expect.fail("no frame"));
  expect(frame.title).toBe("送货安排");
  expect(frame.getAttribute("sandbox")).toBe("");
  expect(frame.getAttribute("srcdoc")).toContain(html);
  screen.getByText("a@example.com");
  screen.getByText("账单.pdf、清单.xlsx");
  expect(screen.queryByText("抄送")).toBeNull();
  expect("evil" in window).toBe(false);
});

it("says why a mail is not shown", async () => {
  await open(() => envelope(200, 1, "安全邮件不可查看"));
  fireEvent.click(await screen.findByRole("button", { name: "查看内容" }));
  await waitFor(() => expect(screen.getByText(/安全邮件不可查看/)).toBeDefined());
});

it("opens by its row, and stays closed with a link in it", async () => {
  const server = await open(() => envelope(200, 1, "安全邮件不可查看"), { can: [], secure: true });
  fireEvent.click(await screen.findByRole("button", { name: "送货安排" }));
  await waitFor(() => expect(toasts()).toEqual(["安全邮件不可查看"]));
  expect(server.to("/hrs/mailLog/5")).toEqual([]);
  expect(screen.queryByRole("button", { name: "查看内容" })).toBeNull();
});
