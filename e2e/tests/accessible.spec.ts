/** Pages that no declaration draws, and what opens over pages: without serious faults in both looks. */
import type { Browser, Page } from "@playwright/test";
import { followBrowser, seriousFaults } from "../support/axe.ts";
import { makeOrder } from "../support/orders.ts";
import { Caller, logIn } from "../support/people.ts";
import { expect, test } from "../support/test.ts";

/** Opens what lies over a page until Escape closes it. */
type Over = (page: Page) => Promise<void>;

/** Presses the first button of a name. */
const press =
  (name: string): Over =>
  (page) =>
    page.getByRole("button", { name, exact: true }).filter({ visible: true }).first().click();

const palette: Over = (page) => page.keyboard.press("Control+k");

async function question(page: Page): Promise<void> {
  const row = page.getByRole("row").filter({ hasText: "op01@example.com" }).first();
  await row.getByRole("button", { name: "更多操作" }).click();
  await page.getByRole("menuitem", { name: "停用/启用", exact: true }).click();
}

const BEFORE_LOG_IN = ["/login", "/setup", "/efForLogin"];

/** `order` has a master number and a house. */
const OF_USERS = (order: string): string[] => [
  "/dashboard",
  "/hrs",
  "/hrs_org_configure",
  "/resetPassword",
  "/notification",
  "/tutorial",
  "/contactUs",
  "/helpDoc",
  "/investigate",
  "/panelSearch",
  "/nowhere",
  "/noPermission",
  `/af_mawb_make?o=${order}`,
  `/hawb_info_page?o=${order}`,
  "/osWaybillMake?type=0",
  "/af_order_edit",
  "/se_order_edit",
];

const OVER_USERS: [name: string, open: Over][] = [
  ["palette", palette],
  ["personal settings", press("编辑个人信息")],
  ["form", press("新增")],
  ["import", press("导入")],
  ["export", press("导出")],
  ["columns", press("列设置")],
  ["question", question],
];

/** A page that changes its look with its browser. */
async function fresh(browser: Browser): Promise<Page> {
  const context = await browser.newContext();
  await followBrowser(context);
  return context.newPage();
}

async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.locator("h1, h2, iframe").filter({ visible: true }).first()).toBeVisible();
  await expect(page.locator(".page-loading")).toHaveCount(0);
}

async function look(page: Page, address: string): Promise<void> {
  await test.step(address, async () => {
    await visit(page, address);
    expect.soft(await seriousFaults(page), address).toEqual([]);
  });
}

test("pages before a log-in are free of serious faults, light and dark", async ({ browser }) => {
  const page = await fresh(browser);
  for (const address of BEFORE_LOG_IN) await look(page, address);
  await page.context().close();
});

test("pages of users are free of serious faults, light and dark", async ({ browser, request }) => {
  test.setTimeout(1_200_000);
  const caller = await Caller.of(request, "op01");
  const order = await makeOrder(caller, { awbNumber: "990-12345690" });
  const hawb = { hawbNumber: "HA901", pieces: 5, weight: 200, volume: 1.5, departureStation: "PVG", arrivalStation: "FRA" };
  await caller.data("POST", "/afbase/hawb/doSave", { orderUuid: order.orderUuid, hawb });
  const page = await fresh(browser);
  await logIn(page, "demo-admin");
  for (const address of OF_USERS(order.orderUuid)) await look(page, address);
  await page.context().close();
});

test("what opens over pages is free of serious faults, light and dark", async ({ browser }) => {
  const page = await fresh(browser);
  await logIn(page, "demo-admin");
  await visit(page, "/hrs_user");
  await expect(page.getByRole("row").filter({ hasText: "op01@example.com" }).first()).toBeVisible();
  for (const [name, open] of OVER_USERS) {
    await test.step(name, async () => {
      await open(page);
      await expect(page.getByRole("dialog").first()).toBeVisible();
      expect.soft(await seriousFaults(page), name).toEqual([]);
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);
    });
  }
  await page.context().close();
});
