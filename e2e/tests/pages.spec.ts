/** What every page owes its users: it opens without faults, by keyboard and screen reader, light and dark, on a phone too. */
import type { Browser, Page } from "@playwright/test";
import { followBrowser, seriousFaults, seriousFaultsOfMain } from "../support/axe.ts";
import { LISTS, type List, contract, ofEveryKind } from "../support/kinds.ts";
import { makeOrder } from "../support/orders.ts";
import { Caller, logIn } from "../support/people.ts";
import { expect, test } from "../support/test.ts";

// They only look, so that the workers may share them.
test.describe.configure({ mode: "parallel" });

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
const DESK = { width: 1440, height: 900 };
/** As many lists are visited by one test, with one log-in. */
const PART = 9;

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

/** The page does not scroll sideways; one whose window just changed its width is given the time to follow. */
async function fits(page: Page, what: string): Promise<void> {
  await expect.configure({ soft: true }).poll(() => sideways(page), { message: what }).toBeLessThanOrEqual(0);
}

/** Heads of columns that lie over the one before them; those that stay at the end may. */
async function coveredHeads(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll(".page-panel:not([hidden]) .row-table .ant-table-thead tr")].flatMap((line) => {
      const heads = [...line.querySelectorAll(":scope > th:not(.ant-table-cell-fix-end)")];
      const over = (head: Element, before: Element | undefined) =>
        before !== undefined && head.getBoundingClientRect().left < before.getBoundingClientRect().right - 1;
      return heads.filter((head, place) => over(head, heads[place - 1])).map((head) => head.textContent);
    }),
  );
}

/** `npm run every-look` looks at each list in both looks; the tests of every day at lists of every kind. */
const IN_BOTH_LOOKS = process.env["EVERY_LOOK"] ? new Set(LISTS.map(({ path }) => path)) : ofEveryKind();

/** One visit: the list opens, is accessible, and fits a desk and a phone. */
async function visit(page: Page, { path, key }: List): Promise<void> {
  // Of several lists that are tabs of one page, the first gives its title.
  const [first] = LISTS.filter((list) => list.path === path);
  await page.goto(first?.key === key ? path : `${path}?tab=${encodeURIComponent(key)}`);
  await expect(page.getByRole("heading", { name: first?.title.zh ?? "", exact: true })).toBeVisible();
  await expect(page.locator(".row-table, .empty").first()).toBeVisible();
  expect.soft(await (IN_BOTH_LOOKS.has(path) ? seriousFaults(page) : seriousFaultsOfMain(page)), path).toEqual([]);
  await fits(page, `${path} at a desk`);
  expect.soft(await coveredHeads(page), `${path}: heads in their places`).toEqual([]);
  await page.setViewportSize(PHONE);
  await expect(page.locator("main h1").first()).toBeVisible();
  await fits(page, `${path} on a phone`);
  await page.setViewportSize(DESK);
}

/** Pages of the group, for who sees it. */
const isOfGroup = ({ path }: List) => path.startsWith("/jt_");
const OF_COMPANIES = LISTS.filter((list) => !PLATFORM.has(list.path) && !isOfGroup(list));
const VISITS: [person: string, lists: List[]][] = [
  ...Array.from({ length: Math.ceil(OF_COMPANIES.length / PART) }, (_, part): [string, List[]] => [
    "demo-admin",
    OF_COMPANIES.slice(part * PART, (part + 1) * PART),
  ]),
  ["superAdmin", LISTS.filter(({ path }) => PLATFORM.has(path))],
  ["ceo01", LISTS.filter(isOfGroup)],
];
for (const [part, [person, lists]] of VISITS.entries()) {
  test(`every declared list opens for its users, accessible and without faults, at a desk and on a phone (${part + 1})`, async ({ browser }) => {
    test.setTimeout(process.env["EVERY_LOOK"] ? 3_600_000 : 1_200_000);
    const { page, faults } = await open(browser, person);
    for (const list of lists) {
      await test.step(list.path, () => visit(page, list));
      expect.soft(faults.splice(0), `${list.path}: console`).toEqual([]);
    }
    await page.context().close();
  });
}

test("every declared board opens, and its cards lead to what they count", async ({ browser }) => {
  const { page, faults } = await open(browser, "demo-admin");
  for (const board of contract.boards ?? []) {
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

test("boards and forms fit a phone", async ({ browser, request }) => {
  const order = await makeOrder(await Caller.of(request, "op01"));
  const { page } = await open(browser, "demo-admin", PHONE);
  for (const path of [...(contract.boards ?? []).map((board) => board.path), "/af_order_edit", `/af_order_edit?o=${order.orderUuid}`, "/prm_coop_edit"]) {
    await page.goto(path);
    await expect(page.locator("main h1").first()).toBeVisible();
    await fits(page, path);
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
