/** The chat of two users of two companies in two browsers: messages, badges, marks, files, and a guest behind the link of his mail. */
import type { Page } from "@playwright/test";
import { GREETING, PNG, entry, log, panel, prepare, say, twoUsersTalk } from "../support/chat.ts";
import { MailServer } from "../support/mail.ts";
import { Caller, logIn } from "../support/people.ts";
import { expect, test } from "../support/test.ts";

test("two users of two companies talk in two browsers", async ({ browser, page, request, baseURL }) => {
  // req: chat-panel, chat-start-conversation, chat-first-greeting, chat-unread-badge
  await twoUsersTalk({ browser, page, request, otherURL: String(baseURL) });
});

test("the panel is toggled by its entry and closed by a click outside", async ({ page, request }) => {
  // req: chat-panel-toggle, chat-panel-outside-click
  await prepare(request);
  await logIn(page, "sales01");
  await entry(page).click();
  await expect(panel(page)).toBeVisible();
  await panel(page).getByRole("button", { name: "邮件邀请" }).click();
  await expect(panel(page)).toBeVisible();
  await entry(page).click();
  await expect(panel(page)).toHaveCount(0);
  await entry(page).click();
  await expect(panel(page)).toBeVisible();
  await page.locator("#content").click({ position: { x: 5, y: 5 } });
  await expect(panel(page)).toHaveCount(0);
});

test("who has no online service sees no entry and makes no call", async ({ page, request }) => {
  // req: chat-entry-condition
  await prepare(request);
  const calls: string[] = [];
  page.on("request", (asked) => /\/api-(uc|yc)\//.test(asked.url()) && calls.push(asked.url()));
  await logIn(page, "op01");
  await expect(page.getByRole("button", { name: "用户菜单" }).or(page.locator(".user-button"))).toBeVisible();
  await expect(entry(page)).toHaveCount(0);
  expect(calls).toEqual([]);
});

/** How much wider a page is than its window. */
const overflow = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test("a guest talks behind the link of his mail, on a telephone, until it is ended", async ({ browser, page, request, baseURL }) => {
  // req: chat-panel, chat-start-conversation, chat-first-greeting
  await prepare(request);
  const mails = await MailServer.start();
  const admin = await Caller.of(request, "demo-admin");
  const { version } = await admin.data<{ version: number }>("GET", "/hrs/org/mailbox");
  await admin.data("PUT", "/hrs/org/mailbox", mails.mailbox(version));
  await logIn(page, "sales01");
  await entry(page).click();
  await panel(page).getByRole("button", { name: "邮件邀请" }).click();
  await panel(page).getByLabel("姓名").fill("王工");
  await panel(page).getByLabel("邮箱").fill("wang@example.com");
  await panel(page).getByRole("button", { name: "发送邀请" }).click();
  await expect(log(page).getByText(GREETING)).toHaveCount(1);
  const link = () => /\/chat_guest\?code=[\w-]+/.exec(mails.text())?.[0];
  await expect.poll(link).toBeTruthy();

  const context = await browser.newContext({ ...(baseURL ? { baseURL } : {}), viewport: { width: 390, height: 844 }, hasTouch: true });
  const guest = await context.newPage();
  await guest.goto(String(link()));
  await expect(guest.getByRole("heading", { level: 1 })).toHaveText("王工，您正在与销售一沟通");
  const said = guest.getByRole("log");
  await expect(said.getByText(GREETING)).toBeVisible();
  await guest.getByLabel("输入消息").fill("请问船期\n<img src=x onerror=alert(1)>");
  await guest.getByRole("button", { name: "发送", exact: true }).click();
  await expect(guest.getByLabel("输入消息")).toHaveValue("");
  await expect(log(page).getByText("请问船期")).toBeVisible();
  await expect(log(page).locator("img[src=x]")).toHaveCount(0);
  await guest.locator("input[type=file]").setInputFiles({ name: "箱单.png", mimeType: "image/png", buffer: PNG });
  await expect(log(page).getByAltText("箱单.png")).toBeVisible();
  await say(page, "8月2日开航".repeat(30));
  await expect(said.getByText("8月2日开航"), "the newest is in sight").toBeInViewport();
  await expect(said.getByAltText("箱单.png")).toBeVisible();
  expect(await overflow(guest), "nothing is moved sideways").toBe(0);

  await panel(page).getByRole("button", { name: "撤销访客链接" }).click();
  await page.getByRole("dialog").getByRole("button", { name: /^确\s*定$/ }).click();
  await expect(guest.getByText("请核对链接是否完整，或联系邀请您的人重新发送邀请。")).toBeVisible();
  await expect(said).toHaveCount(0);
  await context.close();
  mails.stop();
});

test("at 390 px the panel shows the contacts or the conversation, and fits", async ({ page, request }) => {
  // req: chat-panel
  await prepare(request);
  await page.setViewportSize({ width: 390, height: 844 });
  await logIn(page, "sales01");
  await entry(page).click();
  await expect(panel(page).getByRole("list", { name: "联系人" })).toBeVisible();
  const box = await panel(page).boundingBox();
  expect([box?.x, box?.width]).toEqual([0, 390]);
  await panel(page).getByRole("button", { name: /上海操作一/ }).click();
  await expect(log(page)).toBeVisible();
  await expect(panel(page).getByRole("list", { name: "联系人" })).toHaveCount(0);
  expect(await overflow(page)).toBe(0);
  await panel(page).getByRole("button", { name: "返回" }).click();
  await expect(panel(page).getByRole("list", { name: "联系人" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(panel(page)).toHaveCount(0);
});

test("a link that opens nothing says so", async ({ page }) => {
  await page.goto("/chat_guest?code=nosuchcode");
  await expect(page.getByText("链接无效或已过期").first()).toBeVisible();
});
