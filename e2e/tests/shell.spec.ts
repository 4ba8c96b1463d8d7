/** Opened pages stay open as tabs: what was typed, filtered and scrolled is there when one comes back. */
import type { Page } from "@playwright/test";
import { followBrowser, seriousFaults } from "../support/axe.ts";
import { field, fill, shown } from "../support/form.ts";
import { makeOrder } from "../support/orders.ts";
import { Caller, logIn } from "../support/people.ts";
import { expect, test } from "../support/test.ts";

const strip = (page: Page) => page.getByRole("tablist", { name: "已打开的页面" });
const tab = (page: Page, name: string) => strip(page).getByRole("tab", { name });

/** Milliseconds from the press on a tab until its page is painted. */
async function change(page: Page, name: string): Promise<number> {
  return tab(page, name).evaluate(async (element) => {
    const panel = document.getElementById(element.getAttribute("aria-controls") ?? "");
    const begun = performance.now();
    (element as HTMLElement).click();
    const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    do await painted();
    while (!panel || panel.offsetHeight === 0);
    return performance.now() - begun;
  });
}

test("an order stays as it was typed while the list is looked at, and is asked about when it is closed", async ({ browser, request }) => {
  const order = await makeOrder(await Caller.of(request, "op01"));
  const context = await browser.newContext();
  await followBrowser(context);
  const page = await context.newPage();
  const sent: string[] = [];
  page.on("request", (call) => call.method() !== "GET" && sent.push(call.url()));
  await logIn(page, "op01");
  await page.goto(`/af_order_edit?o=${order.orderUuid}`);
  await expect(tab(page, order.orderCode)).toHaveAttribute("aria-selected", "true");
  await expect(page).toHaveTitle(new RegExp(order.orderCode));

  await test.step("typed, scrolled and left unasked", async () => {
    await fill(page, "内部编号", "NB-TAB");
    await expect(shown(page).getByText("未保存")).toBeVisible();
    await shown(page).evaluate((panel) => panel.scrollTo(0, 300));
    await page.getByRole("button", { name: "返回" }).click();
    await expect(page).toHaveURL(/\/af_order$/);
    await expect(shown(page).getByText(order.orderCode)).toBeVisible();
    await expect(tab(page, order.orderCode).getByRole("img", { name: "未保存" })).toBeVisible();
    expect(await seriousFaults(page)).toEqual([]);
  });

  await test.step("hears no key while it is behind", async () => {
    sent.length = 0;
    await page.keyboard.press("Control+s");
    await page.keyboard.press("Escape");
    expect(sent.filter((url) => url.includes("/doUpdate"))).toEqual([]);
  });

  await test.step("is there again, at once and as it was", async () => {
    await tab(page, order.orderCode).click();
    await expect(field(shown(page), "内部编号")).toHaveValue("NB-TAB");
    expect(await shown(page).evaluate((panel) => panel.scrollTop)).toBe(300);
    await page.goBack();
    await expect(page).toHaveURL(/\/af_order$/);
    await page.goForward();
    await expect(field(shown(page), "内部编号")).toHaveValue("NB-TAB");
  });

  await test.step("is asked about when it is closed", async () => {
    await page.keyboard.press("Control+\\");
    const question = page.getByRole("dialog").filter({ hasText: "内容未保存，确认离开？" });
    await question.getByRole("button", { name: "离开" }).click();
    await expect(tab(page, order.orderCode)).toHaveCount(0);
    await expect(page).toHaveURL(/\/af_order$/);
    await page.reload();
    await expect(tab(page, "空运出口订单")).toHaveAttribute("aria-selected", "true");
  });

  await test.step("nothing is kept for who turns it off", async () => {
    await page.getByRole("button", { name: "外观" }).click();
    await page.getByRole("checkbox", { name: "以标签页保留已打开的页面" }).uncheck();
    await expect(strip(page)).toHaveCount(0);
    await expect(page.locator(".page-panel")).toHaveCount(1);
  });
  await context.close();
});

const LIST_ROWS = /\/(page|total)$/;
/**
 * What is read when the user goes to a tab, but for the rows of lists: these are shown as they were and read again behind
 * the user's back, since what a list joins may have changed without its hearing of it.
 */
async function readsOf(page: Page, work: () => Promise<void>): Promise<string[]> {
  const reads: string[] = [];
  const note = (call: { method(): string; url(): string }) => {
    const path = new URL(call.url()).pathname;
    if (call.method() === "GET" && !LIST_ROWS.test(path)) reads.push(path);
  };
  page.on("request", note);
  await work();
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
  page.off("request", note);
  return reads;
}

test("going between pages that were read reads no more than rows and builds nothing again", async ({ browser, request }) => {
  const order = await makeOrder(await Caller.of(request, "op01"));
  const context = await browser.newContext();
  const page = await context.newPage();
  await logIn(page, "op01");
  await page.goto("/af_awb");
  await expect(tab(page, "主单号管理")).toHaveAttribute("aria-selected", "true");
  await page.goto("/af_order");
  await shown(page).getByRole("link", { name: order.orderCode }).click();
  await expect(field(shown(page), "内部编号")).toBeVisible();
  const names = ["空运出口订单", "主单号管理", "空运出口订单", order.orderCode];
  const mark = (name: string) =>
    shown(page).evaluate((panel, text) => panel.querySelector("main")?.setAttribute("data-marked", text), name);
  for (const name of names) {
    await tab(page, name).click();
    await expect(tab(page, name)).toHaveAttribute("aria-selected", "true");
    await expect(shown(page).locator(".row-table, [data-field]").first()).toBeVisible();
    await mark(name);
  }
  const took = new Map<string, number[]>();
  const round = async () => {
    for (const name of names) {
      const ms = await change(page, name);
      took.set(name, [...(took.get(name) ?? []), ms]);
      await expect(shown(page).locator("main")).toHaveAttribute("data-marked", name);
    }
  };
  // While the line of the news opens, nobody can tell what was missed: the first round may read.
  await expect.poll(() => readsOf(page, round)).toEqual([]);
  // For reading alone: what others do on the machine is not the page's doing. At a desk it is below 100 ms.
  for (const [name, each] of took) console.log(`${name}: ${each.map(Math.round).join(", ")} ms`);
  await context.close();
});
