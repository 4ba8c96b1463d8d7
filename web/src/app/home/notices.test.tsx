import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { freshApp, logIn, openApp } from "@/app/app-kit";
import { type Answer, envelope } from "@/platform/test-kit";

beforeEach(() => {
  freshApp();
  Object.defineProperty(document.body, "clientWidth", { value: 1440, configurable: true });
  logIn();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const notice = (noticeId: string, noticeType: string, noticeTitle: string, read = true) => ({
  noticeId, noticeType, noticeTitle, noticeDate: `2026-07-0${noticeId}`, read,
});
const LIST = [
  notice("7", "XTGX", "版本<b>更新</b><script>alert(1)</script>", false),
  notice("6", "HDTG", "夏季活动<img src=x onerror=alert(1)>"),
  notice("5", "XTWH", '<span onclick="alert(1)">停机</span><a href="javascript:alert(1)">维护</a>'),
  notice("4", "ZZZZ", "别的"),
  notice("3", "XTGX", "三"),
  notice("2", "XTGX", "二"),
  notice("1", "XTGX", "一"),
];
const TEXT = {
  ...LIST[0],
  noticeText: "<p>今晚<b>22点</b><script>alert(1)</script></p>",
  publishedAt: "2026-07-07 10:30:00",
  editedAt: null,
  files: [{ id: "31", name: "说明.pdf", size: 2048 }],
};

const open = async (routes: Record<string, Answer>) => {
  const server = openApp("/dashboard", routes);
  const card = (await screen.findByRole("heading", { name: "系统公告" })).closest("section") as HTMLElement;
  return { server, card: within(card) };
};

it("shows the newest six announcements with the tags of their types", async () => {
  // req: home-notices-list, home-notice-fields, home-notice-tag-xtgx, home-notice-tag-hdtg, home-notice-tag-xtwh
  const { server, card } = await open({ "GET /hrs/notice": () => LIST });
  await card.findByText("别的");
  const lines = card.getAllByRole("listitem");
  expect(lines.map((line) => line.textContent)).toEqual([
    "系统更新版本更新2026-07-07",
    "活动推广夏季活动2026-07-06",
    "系统维护停机维护2026-07-05",
    "别的2026-07-04",
    "系统更新三2026-07-03",
    "系统更新二2026-07-02",
  ]);
  const tones = lines.map((line) => line.querySelector(".tag")?.className ?? "");
  expect(tones.slice(0, 4)).toEqual(["tag tone-info", "tag tone-warning", "tag tone-danger", ""]);
  expect([...(server.to("/hrs/notice")[0]?.query ?? [])]).toEqual([]);
});

it("shows a title as HTML, without what could run", async () => {
  // req: home-notice-title-html
  const { card } = await open({ "GET /hrs/notice": () => LIST });
  expect((await card.findByText("更新")).tagName).toBe("B");
  const [first, second, third] = card.getAllByRole("listitem");
  expect(first?.querySelector("script")).toBeNull();
  expect(second?.querySelector("img")).toBeNull();
  expect(third?.querySelector("[onclick], a")).toBeNull();
});

it("opens one with its title, tag, time, cleaned text and files, and knows then that it was read", async () => {
  // req: home-open-notice-detail
  let read = false;
  const { server, card } = await open({
    "GET /hrs/notice": () => LIST.map((each) => ({ ...each, read: each.read || read })),
    "GET /hrs/notice/7": () => {
      read = true;
      return TEXT;
    },
    "GET /hrs/notice/file/31": () => envelope(404, 404, ""),
  });
  const line = (await card.findByText("更新")).closest("button") as HTMLElement;
  expect(line.className).toContain("is-unread");
  fireEvent.click(line);
  const dialog = within(await screen.findByRole("dialog"));
  expect((await dialog.findByText("22点")).tagName).toBe("B");
  expect(dialog.getByText("更新").tagName).toBe("B");
  expect(dialog.getByText("系统更新").className).toContain("tone-info");
  expect(dialog.getByText("2026-07-07 10:30:00")).toBeTruthy();
  expect(document.querySelector("[role=dialog] script")).toBeNull();
  fireEvent.click(dialog.getByRole("button", { name: "说明.pdf" }));
  await waitFor(() => expect(server.to("/hrs/notice/file/31")).toHaveLength(1));
  await waitFor(() => expect(card.getByText("更新").closest("button")?.className).not.toContain("is-unread"));
  expect(server.to("/hrs/notice")).toHaveLength(2);
});

it("says when one cannot be read any more", async () => {
  const { card } = await open({ "GET /hrs/notice": () => LIST });
  fireEvent.click((await card.findByText("别的")).closest("button") as HTMLElement);
  const dialog = within(await screen.findByRole("dialog"));
  expect(await dialog.findByText("加载数据失败")).toBeTruthy();
  expect(dialog.getByText("2026-07-04")).toBeTruthy();
});

it("says what failed, in the server's words if it has any", async () => {
  // req: home-notices-load-failed
  let answer = () => envelope(500, 500, "");
  const { card } = await open({ "GET /hrs/notice": () => answer() });
  expect((await card.findByRole("alert")).textContent).toContain("系统公告加载失败");
  answer = () => envelope(200, 1, "公告正在整理");
  fireEvent.click(card.getByRole("button", { name: "重试" }));
  await card.findByText("公告正在整理");
  answer = () => envelope(200, 0, "", []);
  fireEvent.click(card.getByRole("button", { name: "重试" }));
  await card.findByText("暂无公告");
});
