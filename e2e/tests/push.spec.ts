/** Live news in a browser: lists follow what others do, over one line for all tabs; a session ended elsewhere ends here. */
import type { Page } from "@playwright/test";
import { makeOrder } from "../support/orders.ts";
import { Caller, logIn } from "../support/people.ts";
import { expect, test } from "../support/test.ts";

interface Target {
  type: string;
  browserContextId?: string;
}

/** The order list, watched: its line is open when the worker's first answer came. */
async function openOrders(page: Page): Promise<void> {
  await page.goto("/af_order");
  await expect(page.locator(".row-table, .empty").first()).toBeVisible();
  // Away from the rows: a pointer over them keeps them in their place.
  await page.mouse.move(2, 2);
}

test("an open list shows the order a colleague makes, and moves no row under somebody at work", async ({ page, request }) => {
  const colleague = await Caller.of(request, "op01");
  await logIn(page, "cs01");
  await openOrders(page);
  const first = await makeOrder(colleague);
  const row = page.locator(".row-table").getByText(first.orderCode).first();
  await expect(row).toBeVisible();
  await row.locator("xpath=ancestor::*[contains(@class,'ant-table-row')][1]").locator(".ant-table-cell").nth(4).click();
  const second = await makeOrder(colleague);
  await expect(page.getByText("1 行已更新")).toBeVisible();
  await expect(page.getByText(second.orderCode)).toHaveCount(0);
  await page.locator(".list-changed").getByRole("button", { name: /刷\s?新/ }).click();
  await expect(page.locator(".row-table").getByText(second.orderCode).first()).toBeVisible();
  await expect(page.getByText("行已更新")).toHaveCount(0);
});

test("the tabs of a browser share one line", async ({ browser, page, context, request }) => {
  const colleague = await Caller.of(request, "op01");
  await logIn(page, "cs01");
  const other = await context.newPage();
  for (const tab of [page, other]) await openOrders(tab);
  const order = await makeOrder(colleague);
  for (const tab of [page, other]) await expect(tab.locator(".row-table").getByText(order.orderCode).first()).toBeVisible();
  const session = await browser.newBrowserCDPSession();
  const { targetInfos } = (await session.send("Target.getTargets", { filter: [{}] })) as { targetInfos: Target[] };
  // A browser of tests holds others' contexts too, whose workers end a little later than they.
  const { targetInfo } = (await (await context.newCDPSession(page)).send("Target.getTargetInfo")) as { targetInfo: Target };
  const isOurs = (target: Target) => target.browserContextId === targetInfo.browserContextId;
  expect(targetInfos.filter((target) => target.type === "shared_worker" && isOurs(target))).toHaveLength(1);
});

test("a session that is ended elsewhere ends here at once", async ({ page, request }) => {
  const chief = await Caller.of(request, "ceo01");
  await logIn(page, "cs01");
  await openOrders(page);
  const { records } = await chief.data<{ records: { id: string }[] }>("GET", `/hrs/session/page?userName=${encodeURIComponent("客服一")}&size=100`);
  await chief.data("POST", "/hrs/session/offline", { ids: records.map(({ id }) => id) });
  await expect(page).toHaveURL(/\/login/);
});
