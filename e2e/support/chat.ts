/** The chat: who has it, its panel, and the talk of two users, which is the same with one process and with two. */
import { readFile } from "node:fs/promises";
import { type APIRequestContext, type Browser, type Page, expect } from "@playwright/test";
import { Caller, logIn } from "./people.ts";

export const PNG = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAYAAAD0In+KAAAAD0lEQVR4nGM4wcDwnwFIAAsRAciHz58XAAAAAElFTkSuQmCC", "base64");
export const GREETING = "您好，很高兴为您服务";

interface Rows {
  records: { id: string; version: number; orgCode: string; userName: string }[];
}

/** DEMO and DEMOSH have the chat; sales01 and sh01 answer in it. */
export async function prepare(request: APIRequestContext): Promise<void> {
  const keeper = await Caller.of(request, "superAdmin", "PLAT");
  const orgs = await keeper.data<Rows>("GET", "/hrs/imOrg/page?orgCode=DEMO&size=100");
  for (const code of ["DEMO", "DEMOSH"]) {
    const row = orgs.records.find(({ orgCode }) => orgCode === code);
    await keeper.data("PUT", "/hrs/im/org", { orgId: row?.id, hasPrem: true });
    const users = await keeper.data<Rows>("GET", `/hrs/orgUser/page?orgId=${row?.id}&size=100`);
    const user = users.records.find(({ userName }) => userName === (code === "DEMO" ? "销售一" : "上海操作一"));
    await keeper.data("PUT", "/hrs/im/service", { orgId: row?.id, userId: user?.id, onlineService: true });
  }
}

export const entry = (page: Page) => page.locator(".chat-entry");
export const panel = (page: Page) => page.getByRole("dialog", { name: "在线聊天" });
export const log = (page: Page) => panel(page).getByRole("log");

async function openTalk(page: Page, name: string): Promise<void> {
  await entry(page).click();
  await panel(page).getByRole("button", { name: new RegExp(name) }).click();
  await expect(log(page)).toBeVisible();
}

export async function say(page: Page, text: string): Promise<void> {
  await panel(page).getByLabel("输入消息").fill(text);
  await page.keyboard.press("Enter");
}

interface Talkers {
  browser: Browser;
  page: Page;
  request: APIRequestContext;
  /** The server of the second user: the one of the first, or another process on its database. */
  otherURL: string;
}

/** Two users of two companies talk, each in a browser of his own; whatever comes, comes without a page being loaded again. */
export async function twoUsersTalk({ browser, page, request, otherURL }: Talkers): Promise<void> {
  await prepare(request);
  const context = await browser.newContext({ baseURL: otherURL });
  const other = await context.newPage();
  await Promise.all([page, other].map(listenOnly));
  // Each was there once, so that the other finds him.
  await logIn(other, "sh01");
  await expect(entry(other)).toBeVisible();
  await logIn(page, "sales01");
  let loaded = 0;
  for (const each of [page, other]) each.on("load", () => (loaded += 1));
  await openTalk(page, "上海操作一");
  await expect(log(page).getByText(GREETING)).toHaveCount(1);
  await theyRead(page, other);
  await theyWrite(page, other);
  await theySendFiles(page, other);
  // Searching finds it.
  await panel(page).getByRole("button", { name: "搜索聊天记录" }).click();
  await panel(page).getByLabel("搜索聊天记录").last().fill("报价");
  await expect(panel(page).locator(".chat-message")).toHaveCount(1);
  expect(loaded, "no page was loaded again").toBe(0);
  await context.close();
}

/** The times after which the chat looks by itself: without them a page shows what the line for news brings, and nothing else. */
const LOOKS_MS = [10_000, 60_000];

async function listenOnly(page: Page): Promise<void> {
  await page.addInitScript((looks) => {
    const begin = window.setInterval.bind(window);
    const listening = (act: TimerHandler, ms?: number, ...more: unknown[]) => (looks.includes(ms ?? 0) ? 0 : begin(act, ms, ...more));
    Object.assign(window, { setInterval: listening });
  }, LOOKS_MS);
}

/** The greeting is a badge at the other side, then read, and its writer sees that. */
async function theyRead(page: Page, other: Page): Promise<void> {
  const badge = entry(other).locator(".chat-badge");
  await expect(badge).toHaveText("1");
  await expect(log(page).getByText("已读")).toHaveCount(0);
  await openTalk(other, "销售一");
  await expect(log(other).getByText(GREETING)).toBeVisible();
  await expect(badge).toHaveCount(0);
  await expect(log(page).getByText("已读")).toBeVisible();
}

/** Words go both ways, as text; what comes while the panel is closed counts. */
async function theyWrite(page: Page, other: Page): Promise<void> {
  await say(other, "请报价\nPVG-LAX");
  await expect(log(page).getByText("请报价")).toBeVisible();
  await entry(other).click();
  await expect(panel(other)).toHaveCount(0);
  await say(page, "稍等");
  await say(page, "<img src=x onerror=alert(1)>");
  await expect(entry(other).locator(".chat-badge")).toHaveText("2");
  await entry(other).click();
  // In the order in which they were written, however quickly.
  await expect(log(other).locator(".chat-bubble")).toHaveText([GREETING, "请报价\nPVG-LAX", "稍等", "<img src=x onerror=alert(1)>"]);
  await expect(log(other).locator("img[src=x]")).toHaveCount(0);
  await expect(entry(other).locator(".chat-badge")).toHaveCount(0);
}

/** A picture is seen, a paper is fetched, and a program is refused. */
async function theySendFiles(page: Page, other: Page): Promise<void> {
  const send = (from: Page, name: string, mimeType: string, buffer: Buffer) =>
    panel(from).getByLabel("发送图片或文件").first().setInputFiles({ name, mimeType, buffer });
  await send(page, "箱单.png", "image/png", PNG);
  const picture = log(other).getByAltText("箱单.png");
  await expect(picture).toBeVisible();
  await expect.poll(() => picture.evaluate((shown) => (shown as HTMLImageElement).naturalWidth)).toBe(2);
  await send(other, "船期.txt", "text/plain", Buffer.from("8月2日开航"));
  const download = page.waitForEvent("download");
  await log(page).getByRole("button", { name: "船期.txt" }).click();
  expect(await readFile(await (await download).path(), "utf8")).toBe("8月2日开航");
  await send(other, "a.exe", "application/octet-stream", Buffer.from("MZ"));
  await expect(log(other).getByText("文件格式不支持")).toBeVisible();
}
