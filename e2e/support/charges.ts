/** The charges of an order: its tab, its lines typed by hand, and what is stored of them. */
import { type Locator, type Page, expect } from "@playwright/test";
import { shown } from "./form.ts";
import type { Caller } from "./people.ts";

/** The sides of the charges, with the key that leads to each. */
export const SIDE_KEYS = { income: "Alt+1", cost: "Alt+2" };
export type Side = keyof typeof SIDE_KEYS;

export interface Line {
  id: string;
  serviceItemName: string;
  coopName: string;
  currency: string;
  unitPrice: string;
  quantity: string;
  amount: string;
  source: string;
  tags: { zh: string }[];
}

export interface Charges {
  rowUuid: string;
  income: Line[];
  cost: Line[];
  totals: { income: { functional: string } };
}

/** The edit page of an order of a scope. */
const PAGES = { af: "/af_order_edit", se: "/se_order_edit", lc: "/lc_order_edit" };

/** A cell of a grid: a side of the charges, or whatever else has rows. */
export const cell = (page: Page, rows: string, row: number, name: string): Locator => page.locator(`[data-field="${rows}.${row}.${name}"]`);
export const sums = (page: Page): Locator => page.locator(".charge-sums");
export const charges = (caller: Caller, orderUuid: string) => caller.data<Charges>("GET", `/css/charge/list?orderUuid=${orderUuid}`);

export async function openTab(page: Page, orderUuid: string, scope: keyof typeof PAGES = "af"): Promise<void> {
  await page.goto(`${PAGES[scope]}?o=${orderUuid}`);
  // Opened pages have tabs of their own.
  await shown(page).getByRole("tab", { name: "费用" }).click();
  await expect(page.getByRole("region", { name: "应付", exact: true }).locator(".sheet-grid, button").first()).toBeVisible();
}

/** Lines as the hands type them: item, partner, price; standard and currency come with the item. */
export async function typeLines(page: Page, side: Side, lines: string[][]): Promise<void> {
  await page.keyboard.press(SIDE_KEYS[side]);
  await page.keyboard.press("Enter");
  for (const [at, line] of lines.entries()) {
    if (at > 0) await page.keyboard.press("Control+Enter");
    await expect(page.locator(".sheet-input").and(page.locator(":focus"))).toHaveAccessibleName(`服务项目 第${at + 1}行`);
    await typeLine(page, line);
  }
  await page.keyboard.press("Enter");
}

async function typeLine(page: Page, [item = "", partner = "", price = ""]: string[]): Promise<void> {
  for (const value of [item, partner]) {
    await page.keyboard.type(value);
    await offered(page, value);
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.type(price);
}

/** A cell is gone to with the mouse, and typed into. */
export async function typeCell(page: Page, to: Locator, text: string): Promise<void> {
  await to.click();
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
}

/** The same where a word is looked for among choices. */
export async function chooseCell(page: Page, to: Locator, word: string): Promise<void> {
  await to.click();
  await page.keyboard.type(word);
  await offered(page, word);
  await page.keyboard.press("Enter");
}

const offered = (page: Page, word: string) => expect(page.getByRole("option").filter({ hasText: word }).first()).toBeVisible();

export async function saveCharges(page: Page): Promise<void> {
  await page.keyboard.press("Control+s");
  await expect(page.getByText("操作成功")).toBeVisible();
}
