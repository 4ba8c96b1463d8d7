/** What every page owes its users: it opens without faults, by keyboard and screen reader, light and dark, on a phone too. */
import { type Browser, type Page, expect, test } from "@playwright/test";
import contract from "../../contract/pages.json" with { type: "json" };
import { followBrowser, seriousFaults } from "../support/axe.ts";
import { makeOrder } from "../support/orders.ts";
import { Caller, logIn } from "../support/people.ts";

const LISTS = contract.lists.map((list) => ({ path: list.path, title: list.title.zh }));
/** Pages that the platform's own people hold, and no company. */
const PLATFORM = new Set([
  "/hrs_org",
  "/hrs_edition",
  "/hrs_permission",
  "/hrs_job",
  "/hrs_job/runs",
  "/hrs_job/company",
  "/hrs_backup",
  "/hrs_questionnaire",
  "/hrs_tutorial",
  "/hrs_contact",
  "/hrs_language_list",
  "/hrs_version",
  "/hrs_version/records",
  "/hrs_version/orgs",
  "/af_tact_edition",
]);
const PHONE = { width: 390, height: 844 };

async function open(browser: Browser, login: string, viewport?: typeof PHONE): Promise<{ page: Page; faults: string[] }> {
  const context = await browser.newContext(viewport ? { viewport } : {});
  await followBrowser(context);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(message.text());
  });
  await logIn(page, login);
  return { page, faults };
}

async function sideways(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

test("every declared list opens for its users, accessible and without faults", async ({ browser }) => {
  test.setTimeout(720_000);
  for (const person of ["demo-admin", "superAdmin"]) {
    const { page, faults } = await open(browser, person);
    for (const { path, title } of LISTS.filter((list) => PLATFORM.has(list.path) === (person === "superAdmin"))) {
      await test.step(path, async () => {
        await page.goto(path);
        await expect(page.getByRole("heading", { name: title, exact: true })).toBeVisible();
        await expect(page.locator(".row-table, .empty").first()).toBeVisible();
        expect.soft(await seriousFaults(page), path).toEqual([]);
      });
    }
    expect(faults).toEqual([]);
    await page.context().close();
  }
});

test("every declared board opens, and its cards lead to what they count", async ({ browser }) => {
  const { page, faults } = await open(browser, "demo-admin");
  for (const board of contract.boards) {
    await page.goto(board.path);
    await expect(page.getByRole("heading", { name: board.title.zh, exact: true })).toBeVisible();
    const card = page.locator(".board-card").first();
    const count = await card.locator("b").textContent();
    expect.soft(await seriousFaults(page), board.path).toEqual([]);
    await card.click();
    await expect(page).toHaveURL(new RegExp(`${board.list}\\?.*${board.filter}=${board.cards[0]?.key}`));
    await expect(page.getByText(`共 ${count} 条`)).toBeVisible();
  }
  expect(faults).toEqual([]);
  await page.context().close();
});

test("lists and forms fit a phone", async ({ browser, request }) => {
  test.setTimeout(480_000);
  const order = await makeOrder(await Caller.of(request, "op01"));
  const { page } = await open(browser, "demo-admin", PHONE);
  for (const path of [...LISTS.map((list) => list.path), ...contract.boards.map((board) => board.path), "/af_order_edit", `/af_order_edit?o=${order.orderUuid}`, "/prm_coop_edit"]) {
    await page.goto(path);
    await expect(page.locator("main h1").first()).toBeVisible();
    expect.soft(await sideways(page), path).toBeLessThanOrEqual(0);
  }
  await page.context().close();
});

test("the tabs of an order open, accessible and without faults", async ({ browser, request }) => {
  const order = await makeOrder(await Caller.of(request, "op01"));
  const { page, faults } = await open(browser, "op01");
  for (const tab of ["base", "hawb", "waybill", "track", "file", "note", "log"]) {
    await test.step(tab, async () => {
      await page.goto(`/af_order_edit?o=${order.orderUuid}&tab=${tab}`);
      await expect(page.locator("main").getByRole("tab", { selected: true })).toBeVisible();
      await expect(page.locator(".page-loading")).toHaveCount(0);
      expect.soft(await seriousFaults(page), tab).toEqual([]);
    });
  }
  expect(faults).toEqual([]);
  await page.context().close();
});
