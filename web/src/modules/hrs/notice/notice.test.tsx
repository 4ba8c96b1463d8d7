import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openPage } from "@/modules/hrs/common/page-kit";
import { rowsOf } from "@/modules/hrs/common/list-kit";
import hrsNotice from "@/modules/hrs/notice/hrs-notice.page";
import { NoticeDialog } from "@/modules/hrs/notice/notice-dialog";
import { FormStore } from "@/platform/forms/form-store";
import { ListPageView } from "@/platform/lists/list-page";
import { PAGES, declareAll } from "@/platform/pages-kit";
import type { Answer } from "@/platform/test-kit";

// The page as the server declares it.
const [LIST] = PAGES.lists.filter(({ key }) => key === "hrs.notice.list");
const DRAFT = { noticeTitle: "<b>停机维护</b>", noticeType: "XTWH", noticeText: "<p>今晚</p>", status: "草稿", noticeDate: "2026-07-15" };

beforeEach(() => {
  Object.defineProperty(document.body, "clientWidth", { value: 1440, configurable: true });
  Element.prototype.scrollIntoView = () => undefined;
  declareAll();
});
afterEach(() => vi.unstubAllGlobals());

it("shows a notice as its readers see it: bold, with the tag of its type", async () => {
  await openPage(() => <NoticeDialog notice={{ ...DRAFT, publishedAt: "2026-07-15 10:00:00" }} close={() => undefined} />, "/hrs_notice", {});
  expect((await screen.findByText("停机维护")).tagName).toBe("B");
  expect(screen.getByText("系统维护").closest(".tone-danger")).not.toBeNull();
  expect(screen.getByText("今晚").tagName).toBe("P");
  screen.getByText("2026-07-15 10:00:00");
});

/** The buttons beside those of every form, with a form that was saved. */
async function openActions(values: Record<string, unknown>, routes: Record<string, Answer> = {}) {
  const Actions = hrsNotice.form?.actions;
  if (!Actions) throw new Error("no actions");
  const form = new FormStore(values);
  const save = vi.fn(async () => ({ id: "7", version: 3 }));
  const server = await openPage(() => <Actions form={form} save={save} reload={() => undefined} />, "/hrs_notice", routes, { buttons: ["sys_notice_publish"] });
  return { server, save };
}

it("publishes with saving, by the version that was saved", async () => {
  const { server, save } = await openActions(DRAFT, { "PUT /hrs/notice/publish/7": () => null });
  fireEvent.click(await screen.findByRole("button", { name: "保存并发布" }));
  await waitFor(() => expect(server.to("/hrs/notice/publish/7")[0]?.json()).toEqual({ version: 3 }));
  expect(save).toHaveBeenCalledOnce();
});

it("previews what is not saved yet, and publishes no published one again", async () => {
  await openActions({ ...DRAFT, status: "已发布" });
  fireEvent.click(await screen.findByRole("button", { name: /预\s*览/ }));
  const dialog = within(await screen.findByRole("dialog"));
  expect((await dialog.findByText("停机维护")).tagName).toBe("B");
  expect(screen.queryByRole("button", { name: "保存并发布" })).toBeNull();
});

it("copies a notice without its files and dates", async () => {
  const page = LIST;
  if (!page) throw new Error("no such list");
  const buttons = page.buttons.map(({ code }) => code);
  const server = await openPage(() => <ListPageView page={page} overrides={hrsNotice.list ?? {}} />, "/hrs_notice", {
    "GET /hrs/notice/page": rowsOf([{ id: "7", version: 3, ...DRAFT, can: ["sys_notice_add"] }]),
    "GET /hrs/notice/total": () => ({ total: 1 }),
    "GET /platform/listSetting/hrs.notice.list": () => null,
    "GET /hrs/notice/7": () => ({ id: "7", version: 3, ...DRAFT, pushType: 1, files: [{ id: "1", name: "a.pdf" }] }),
  }, { buttons });
  expect((await screen.findByText("停机维护")).tagName).toBe("B");
  const row = screen.getByText("停机维护").closest<HTMLElement>("tr, [role=row], [data-row-key]") ?? document.body;
  const direct = within(row).queryByRole("button", { name: "复制" });
  if (direct) fireEvent.click(direct);
  else {
    fireEvent.click(within(row).getByRole("button", { name: /更多/ }));
    fireEvent.click(await screen.findByRole("menuitem", { name: "复制" }));
  }
  await screen.findByRole("dialog");
  expect(server.to("/hrs/notice/7").length).toBe(1);
  expect(screen.queryByText("a.pdf")).toBeNull();
});
