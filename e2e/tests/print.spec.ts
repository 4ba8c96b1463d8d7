/** Lists on paper. */
import { expect, test } from "@playwright/test";
import { logIn } from "../support/people.ts";

// The pictures of a trace stop the browser now and then while it shows a page for paper.
test.use({ trace: "off", screenshot: "off" });

test("a list is printed as it stands, with page numbers", async ({ page }) => {
  await logIn(page, "demo-admin");
  await page.goto("/hrs_user?view=none");
  await page.getByRole("button", { name: /^打\s*印$/ }).click();
  const paper = page.locator(".paper");
  await expect(paper.getByRole("heading", { name: "用户管理" })).toBeVisible();
  await expect(paper).toContainText("op01@example.com");
  await page.emulateMedia({ media: "print" });
  await expect(page.locator(".print-bar")).toBeHidden();
  await expect(page.locator(".list-page")).toBeHidden();
  await page.emulateMedia({ media: "screen" });
});
