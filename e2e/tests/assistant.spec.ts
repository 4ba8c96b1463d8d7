/** The assistant without a model: its ball, what it answers, and the manual behind it. */
import type { Page } from "@playwright/test";
import { followBrowser, seriousFaults } from "../support/axe.ts";
import { makeOrder } from "../support/orders.ts";
import { Caller, logIn } from "../support/people.ts";
import { expect, test } from "../support/test.ts";

const ball = (page: Page) => page.getByRole("button", { name: "AI助手", exact: true });
const panel = (page: Page) => page.getByRole("dialog", { name: "AI助手" });
const box = (page: Page) => panel(page).getByRole("searchbox");
const NOTHING = "暂未找到相关内容，请换个问法或联系客服";

async function ask(page: Page, question: string): Promise<void> {
  await box(page).fill(question);
  await box(page).press("Enter");
  await expect(panel(page).getByText("正在回答…")).toHaveCount(0);
}

/** The whole ball lies inside the window. */
async function inside(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      const at = await ball(page).boundingBox();
      const view = page.viewportSize();
      return at !== null && view !== null && at.x >= 0 && at.y >= 0 && at.x + at.width <= view.width && at.y + at.height <= view.height;
    })
    .toBe(true);
}

test("the ball is dragged, stays inside the window, and opens and closes the panel", async ({ browser }) => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await logIn(page, "op01");
  const at = async () => (await ball(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const begin = await at();
  expect([begin.width, begin.height]).toEqual([60, 60]);

  await test.step("a drag moves it and opens nothing", async () => {
    await page.mouse.move(begin.x + 30, begin.y + 30);
    await page.mouse.down();
    await page.mouse.move(200, 2000, { steps: 5 });
    await page.mouse.up();
    await expect.poll(async () => (await at()).x).toBeLessThan(720);
    await inside(page);
    await expect(panel(page)).toHaveCount(0);
  });

  await test.step("a smaller window takes it along", async () => {
    await page.setViewportSize({ width: 900, height: 500 });
    await inside(page);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step("a click opens the panel, a second one closes it", async () => {
    await ball(page).click();
    await expect(box(page)).toBeFocused();
    expect((await panel(page).boundingBox())?.height).toBe(400);
    await ball(page).click();
    await expect(panel(page)).toHaveCount(0);
  });

  await test.step("put away, it is opened by the search", async () => {
    await ball(page).click();
    await panel(page).getByRole("button", { name: "收起悬浮球" }).click();
    await expect(ball(page)).toHaveCount(0);
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("combobox", { name: "搜索菜单和单号" })).toBeFocused();
    await page.keyboard.type("AI助手");
    await page.keyboard.press("Enter");
    await expect(box(page)).toBeFocused();
  });
});

test("questions are answered from the manual, from own data, or by one sentence", async ({ browser, request }) => {
  const order = await makeOrder(await Caller.of(request, "op01"));
  const context = await browser.newContext();
  await followBrowser(context);
  const page = await context.newPage();
  await logIn(page, "op01");
  await ball(page).click();

  await test.step("how something is done", async () => {
    await ask(page, "如何解锁订单");
    await expect(panel(page).getByText("根据帮助文档：")).toBeVisible();
    await panel(page).getByRole("link", { name: /财务锁账与解锁/ }).first().click();
    await expect(page).toHaveURL(/\/manual\?page=lock/);
    await expect(page.getByRole("heading", { name: "如何解锁订单" })).toBeVisible();
  });

  await test.step("an order of his", async () => {
    await ask(page, `订单${order.orderCode}到哪了`);
    await expect(panel(page).getByRole("link", { name: order.orderCode }), "the newest answer is in sight").toBeInViewport();
    await panel(page).getByRole("link", { name: order.orderCode }).click();
    await expect(page).toHaveURL(new RegExp(`/af_order_edit\\?o=${order.orderUuid}`));
  });

  await test.step("nothing", async () => {
    await ask(page, "今天天气怎么样");
    await expect(panel(page).getByText(NOTHING)).toBeVisible();
    expect(await seriousFaults(page)).toEqual([]);
  });
});

test("the help of a page opens its page of the manual, on a phone too", async ({ browser }) => {
  const context = await browser.newContext();
  await followBrowser(context);
  const page = await context.newPage();
  await logIn(page, "op01");
  await page.goto("/af_order");
  const opened = context.waitForEvent("page");
  await page.getByRole("button", { name: "帮助文档" }).click();
  const manual = await opened;
  await expect(manual).toHaveURL(/\/manual\?page=air-export/);
  await expect(manual.getByRole("heading", { name: "空运出口订单", level: 1 })).toBeVisible();
  await manual.getByRole("searchbox", { name: "搜索手册" }).fill("怎么打印运单");
  await manual.getByRole("searchbox", { name: "搜索手册" }).press("Enter");
  await expect(manual.getByRole("link", { name: /打印运单/ }).first()).toBeVisible();
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await manual.setViewportSize(viewport);
    expect(await seriousFaults(manual)).toEqual([]);
    expect(await manual.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0);
  }
});
