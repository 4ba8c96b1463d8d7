/** Working without a mouse: to a place by keys, typing, choosing. */
import { type Locator, type Page, expect } from "@playwright/test";
import { field } from "./form.ts";

/** More stops than any page has between two places one wants to be at. */
const STOPS_MAX = 150;

/** Presses Tab, or another key, until the focus is there. */
export async function go(page: Page, to: Locator, key = "Tab"): Promise<void> {
  await expect(to).toBeVisible();
  for (let stops = 0; stops < STOPS_MAX; stops++) {
    if (await to.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  expect(await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200)), `${String(to)} is reached by ${key}`).toBe("");
}

/** Types over what stands in the field of a label. */
export async function type(page: Page, scope: Locator | Page, label: string, text: string): Promise<void> {
  await go(page, field(scope, label));
  await page.keyboard.press("Control+a");
  await page.keyboard.type(text);
}

/** Takes the only option a keyword leaves, or the first one where that is told. */
export async function take(page: Page, scope: Locator, label: string, keyword: string, first?: RegExp): Promise<void> {
  await go(page, field(scope, label));
  await page.keyboard.type(keyword);
  const options = page.locator(".ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option");
  if (first) await expect(options.first()).toHaveText(first);
  else await expect(options).toHaveCount(1);
  await expect(options.first()).toHaveText(new RegExp(keyword));
  await page.keyboard.press("Enter");
}

/** Opens the row that is found and the button of it that stands behind the three dots. */
export async function onRow(page: Page, row: Locator, button: string): Promise<void> {
  await go(page, row.getByRole("button", { name: "更多操作" }));
  await page.keyboard.press("Enter");
  await go(page, page.getByRole("menuitem", { name: button, exact: true }), "ArrowDown");
  await page.keyboard.press("Enter");
}
