/** Narrow screens: everything stands in one column, and nothing has to be moved sideways. */
import type { Page } from "@playwright/test";
import { logIn } from "../support/people.ts";
import { expect, test } from "../support/test.ts";

const WIDTHS = [390, 767];

/** How much wider the page is than its window. */
function overflow(page: Page): Promise<number> {
  return page.evaluate(() => {
    const boxes = [document.documentElement, ...document.querySelectorAll(".shell-content, .page-panel, .top-bar")];
    return Math.max(...boxes.map((box) => box.scrollWidth - box.clientWidth));
  });
}

/** The left edges of the cards or fields of a page; one for a single column. */
function edges(page: Page, selector: string): Promise<number> {
  return page.locator(selector).evaluateAll((boxes) => {
    const shown = boxes.map((box) => box.getBoundingClientRect()).filter(({ width }) => width > 0);
    return new Set(shown.map(({ left }) => Math.round(left))).size;
  });
}

for (const width of WIDTHS) {
  test(`at ${width} px forms and cards stack, and no page scrolls sideways`, async ({ page }) => {
    // req: shell-narrow-layout, platform-breakpoint-narrow
    await page.setViewportSize({ width, height: 844 });
    await logIn(page, "demo-admin");
    await expect(page.locator(".home")).toBeVisible();
    expect(await overflow(page), "/dashboard").toBe(0);
    expect(await edges(page, ".home-card"), "cards of /dashboard").toBe(1);
    for (const path of ["/af_order", "/hrs_user", "/prm_coop", "/notification", "/hrs_org_configure", "/resetPassword"]) {
      await page.goto(path);
      await expect(page.locator("main").first()).toBeVisible();
      await expect(page.locator(".page-loading")).toHaveCount(0);
      expect(await overflow(page), path).toBe(0);
    }
    await page.goto("/af_order_edit");
    await expect(page.locator(".form-field").first()).toBeVisible();
    expect(await overflow(page), "/af_order_edit").toBe(0);
    expect(await edges(page, ".form-section"), "parts of the form").toBe(1);
    expect(await edges(page, ".form-section:first-of-type .form-field"), "fields of the form").toBe(1);
  });
}

test("at 768 px a form has more than one column", async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 844 });
  await logIn(page, "demo-admin");
  await page.goto("/af_order_edit");
  await expect(page.locator(".form-field").first()).toBeVisible();
  expect(await edges(page, ".form-section:first-of-type .form-field")).toBeGreaterThan(1);
});
