/** What every list gives its user: views, many values at once, work on all results, paper, and the keyboard. */
import { SAVE } from "../support/form.ts";
import { Caller, logIn } from "../support/people.ts";
import { expect, test } from "../support/test.ts";

const SEARCH = /^查\s*询$/;

test("a view is saved, opens the page, and is found again in another browser", async ({ browser }) => {
  const page = await browser.newPage();
  await logIn(page, "demo-admin");
  await page.goto("/af_airport");
  await page.getByLabel("机场", { exact: true }).fill("PVG");
  await page.getByRole("button", { name: "机场的匹配方式" }).click();
  await page.getByRole("menuitem", { name: "等于" }).click();
  await page.getByRole("button", { name: SEARCH }).click();
  await expect(page).toHaveURL(/keyword=PVG&keyword.how=equals/);
  await page.getByRole("button", { name: "视图：系统默认" }).click();
  await page.getByText("另存为视图").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("视图名称").fill("浦东");
  await dialog.getByText("打开页面时使用").click();
  await dialog.getByRole("button", { name: SAVE }).click();
  await expect(page.getByRole("button", { name: /视图：浦东/ })).toBeVisible();
  const other = await (await browser.newContext({ locale: "zh-CN" })).newPage();
  await logIn(other, "demo-admin");
  await other.goto("/af_airport");
  await expect(other).toHaveURL(/view=\d+/);
  await expect(other.locator("main")).toContainText("PVG");
  await expect(other.getByText("共 1 条")).toBeVisible();
  await other.context().close();
  await page.close();
});

test("a pasted column finds its rows, and says what is not there", async ({ page }) => {
  await logIn(page, "demo-admin");
  await page.goto("/hrs_role");
  const name = page.locator("[data-filter=roleName]");
  await name.getByRole("button", { name: /匹配方式/ }).click();
  await page.getByRole("menuitem", { name: "多个值" }).click();
  await name.locator(".many-button").click();
  await page.locator(".many-values textarea").fill("部门经理\n没有这个角色");
  await page.locator(".many-values").getByRole("button", { name: SEARCH }).click();
  await expect(page.getByText("共 1 条")).toBeVisible();
  await page.getByRole("button", { name: "1 个未找到" }).click();
  await expect(page.locator(".missing-values")).toHaveText("没有这个角色");
});

test("500 rows are as few nodes as 50, and the keyboard reaches the last one", async ({ page }) => {
  await logIn(page, "demo-admin");
  const nodes = async (size: number) => {
    await page.goto(`/af_airport?view=none&size=${size}`);
    await expect(page.locator(".ant-table-tbody-virtual .ant-table-row").first()).toBeVisible();
    return page.evaluate(() => document.querySelectorAll(".row-table *").length);
  };
  const [few, many] = [await nodes(50), await nodes(500)];
  expect(Math.abs(many - few)).toBeLessThan(few * 0.2);
  await page.keyboard.press("End");
  await expect(page.locator(".is-active")).toBeVisible();
  await page.keyboard.press("Home");
  await expect(page.locator(".is-active")).toBeVisible();
  await page.keyboard.press("?");
  await expect(page.getByText("首行 / 末行")).toBeVisible();
});

test("several rows are stopped, told row by row, and started again", async ({ page, request }) => {
  const manager = await Caller.of(request, "ceo01");
  const names = ["批量甲", "批量乙"];
  for (const roleName of names) await manager.data("POST", "/hrs/role", { roleName });
  await logIn(page, "demo-admin");
  await page.goto("/hrs_role?view=none&size=50");
  for (const name of names) {
    await page.locator(".ant-table-row").filter({ hasText: name }).getByRole("checkbox").check();
  }
  await page.getByRole("toolbar").getByRole("button", { name: /^停\s*用$/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: /^(确\s*定|是)$/ }).click();
  await page.getByRole("button", { name: "撤销" }).click();
  await expect(page.getByText("成功 2 条").last()).toBeVisible();
});

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
