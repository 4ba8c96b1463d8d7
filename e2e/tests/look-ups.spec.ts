/** Pages people look things up on: who opens them, and that each of their names leads to what is looked for. */
import type { Page } from "@playwright/test";
import { logIn } from "../support/people.ts";
import { expect, test } from "../support/test.ts";

interface LookUp {
  path: string;
  title: string;
  /** Queries of the address, and what the page then shows first. */
  finds: [string, string][];
}

const PAGES: LookUp[] = [
  {
    path: "/af_airport",
    title: "机场查询",
    finds: [
      ["keyword=PVG", "PVG"],
      ["keyword=浦东", "PVG"],
      ["keyword=Frankfurt", "FRA"],
      ["keyword=LUX&nationCode=LU", "LUX"],
    ],
  },
  {
    path: "/af_carrier",
    title: "航司查询",
    finds: [
      ["keyword=X9", "X9"],
      ["keyword=990", "X9"],
      ["keyword=测试航空", "X9"],
    ],
  },
  { path: "/af_tact", title: "TACT查询", finds: [["departure=PVG&arrival=FRA", "X9"]] },
  {
    path: "/sc_port_maintenance",
    title: "港口维护",
    finds: [
      ["keyword=DEHAM", "DEHAM"],
      ["keyword=汉堡", "DEHAM"],
    ],
  },
];

const row = (page: Page, text: string) => page.locator(".row-table").getByText(text, { exact: true }).first();

test("look-ups open to who holds them alone, and find by each name", async ({ page, browser }) => {
  // req: af-route-af-airport, af-route-af-carrier, sea-route-sc-port-maintenance
  const stranger = await browser.newPage();
  const unpermitted = await (await browser.newContext()).newPage();
  await logIn(unpermitted, "nobody");
  await logIn(page, "demo-admin");
  for (const { path, title, finds } of PAGES) {
    await stranger.goto(path);
    await expect(stranger, path).toHaveURL(/\/login\?redirect=/);
    await unpermitted.goto(path);
    await expect(unpermitted, path).toHaveURL(/unPermission/);
    for (const [query, found] of finds) {
      await page.goto(`${path}?${query}`);
      await expect(page.getByRole("heading", { name: title, exact: true })).toBeVisible();
      await expect(row(page, found), `${path}?${query}`).toBeVisible();
    }
  }
  await page.getByRole("button", { name: "新增" }).first().click();
  await stranger.context().close();
  await unpermitted.context().close();
  // Ports are kept here, too.
  await expect(page.locator('[data-field="portCode"] input')).toBeVisible();
});

test("a rate is looked up by route and date, and priced with its surcharges", async ({ page }) => {
  // req: af-route-af-tact
  await logIn(page, "demo-admin");
  await page.goto("/af_tact");
  const tool = page.getByRole("region", { name: "查询试算" });
  const choose = async (field: string, code: string) => {
    const box = tool.locator(`[data-field="${field}"]`);
    await box.locator("input").first().click();
    await page.keyboard.type(code);
    await page.locator(".ant-select-dropdown:visible").getByText(code).first().click();
  };
  await choose("departureStation", "PVG");
  await choose("arrivalStation", "FRA");
  await choose("carrierCode", "X9");
  await tool.locator('[data-field="date"] input').fill("2026-07-18");
  await tool.locator('[data-field="pieces"] input').fill("12");
  await tool.locator('[data-field="grossWeight"] input').fill("500");
  await tool.locator('[data-field="volume"] input').fill("3.95");
  await tool.getByRole("button", { name: "试算" }).click();
  for (const figure of ["658.5", "25.88", "17,041.98", "2,815.70", "19,857.68"]) {
    await expect(tool.getByText(figure, { exact: true }).first()).toBeVisible();
  }
});
