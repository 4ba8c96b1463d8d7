/** People and what they may: from the department to the first log-in, and out again. */
import type { Page } from "@playwright/test";
import { choose, field, fill, SAVE } from "../support/form.ts";
import { PASSWORD, fillLogIn, logIn } from "../support/people.ts";
import { expect, test } from "../support/test.ts";


/** Pages of people with what proves that they work on the company's data. */
const PAGES: [path: string, title: string, shows: string | RegExp][] = [
  ["/hrs", "组织管理", /12\s*\/\s*13/],
  ["/hrs_dept", "部门管理", "111001001"],
  ["/hrs_user", "用户管理", "op01@example.com"],
  ["/hrs_role", "角色管理", "部门经理"],
  ["/hrs_user_workgroup", "用户工作组", "空出一组"],
  ["/hrs_log?objectNumber=KH001", "系统日志", "KH001"],
];
const PLATFORM_PAGES: [path: string, title: string, shows: string | RegExp][] = [
  ["/hrs_org", "组织机构", "演示货运上海"],
  ["/hrs_permission", "权限管理", "af_order_edit"],
];

async function drawer(page: Page) {
  const open = page.locator(".ant-drawer-open").last();
  await expect(open).toBeVisible();
  return open;
}

async function save(page: Page): Promise<void> {
  await (await drawer(page)).getByRole("button", { name: SAVE }).click();
  await expect(page.getByText("操作成功").last()).toBeVisible();
}

/** A button of the row that holds a text, behind the three dots when there are many. */
async function onRow(page: Page, text: string, button: string): Promise<void> {
  const row = page.getByRole("row").filter({ hasText: text }).first();
  await expect(row).toBeVisible();
  const direct = row.getByRole("button", { name: button, exact: true });
  // The actions of a row come with it.
  await expect(row.getByRole("button").last()).toBeVisible();
  if ((await direct.count()) > 0) return direct.click();
  await row.getByRole("button", { name: "更多操作" }).click();
  await page.getByRole("menuitem", { name: button, exact: true }).click();
}

// req: hrs-route-hrs, hrs-route-hrs-dept, hrs-route-hrs-user, hrs-route-hrs-role, hrs-route-hrs-user-workgroup
// req: hrs-route-hrs-log, hrs-route-hrs-org, hrs-route-hrs-permission
test("the pages of people open to who holds them, and to nobody else", async ({ browser }) => {
  for (const [person, pages] of [["demo-admin", PAGES], ["superAdmin", PLATFORM_PAGES]] as const) {
    const page = await browser.newPage();
    await logIn(page, person);
    for (const [path, title, shows] of pages) {
      await page.goto(path);
      await expect(page.getByRole("heading", { name: title, exact: true })).toBeVisible();
      await expect(page.locator("main").getByText(shows).first(), path).toBeVisible();
    }
    await page.close();
  }
  const stranger = await browser.newPage();
  await stranger.goto("/hrs_user");
  await expect(stranger).toHaveURL(/\/login\?redirect=(%2F|\/)hrs_user$/);
  await logIn(stranger, "sales01");
  for (const [path] of [...PAGES, ...PLATFORM_PAGES]) {
    await stranger.goto(path);
    await expect(stranger, path).toHaveURL(/\/unPermission/);
  }
  await stranger.close();
});

test("a department, a role and a person are made, work, and are closed again", async ({ browser }) => {
  const page = await browser.newPage();
  await logIn(page, "demo-admin");

  await page.goto("/hrs_dept");
  await onRow(page, "演示货运", "新增下级");
  const dept = await drawer(page);
  await fill(dept, "部门名称", "报关部");
  await fill(dept, "部门简称", "报关部");
  await save(page);
  await expect(page.getByRole("row").filter({ hasText: "111004" })).toContainText("报关部");

  await page.goto("/hrs_role");
  await page.getByRole("button", { name: "新增" }).click();
  await fill(await drawer(page), "角色名称", "报关员");
  await save(page);
  await onRow(page, "报关员", "分配权限");
  const rights = await drawer(page);
  await rights.getByPlaceholder("查找名称或编码").fill("航司查询");
  await rights.getByRole("checkbox", { name: "航司查询" }).check();
  await save(page);

  await page.goto("/hrs_user");
  await expect(page.getByText(/12\s*\/\s*13/)).toBeVisible();
  await page.getByRole("button", { name: "新增" }).click();
  const form = await drawer(page);
  await fill(form, "用户名", "报关一");
  await fill(form, "英文名", "CUSTOMS ONE");
  await fill(form, "手机号", "13911110001");
  await fill(form, "邮箱", "gate01@example.com");
  await choose(page, form, "主部门", "报关部", "报关部");
  await fill(form, "职位", "报关员");
  await field(form, "角色").click();
  await field(form, "角色").fill("报关员");
  await page.locator(".ant-select-item-option").filter({ hasText: "报关员" }).first().click();
  await form.getByRole("heading", { name: "权限" }).click();
  await form.getByRole("button", { name: SAVE }).click();
  const once = page.getByRole("dialog").filter({ hasText: "首次登录" });
  await expect(once).toBeVisible();
  const password = ((await once.textContent()) ?? "").match(/[A-Za-z0-9]{12}/)?.[0] ?? "";
  expect(password).toHaveLength(12);
  await once.getByRole("button", { name: /关\s*闭|知道了|确\s*定/ }).last().click();
  await expect(page.getByText(/13\s*\/\s*13/)).toBeVisible();

  const newcomer = await browser.newPage();
  await newcomer.goto("/login");
  await fillLogIn(newcomer, "gate01", password);
  await expect(newcomer).toHaveURL(/\/resetPassword/);
  await field(newcomer, "原密码").fill(password);
  await field(newcomer, "新密码").fill(PASSWORD);
  await field(newcomer, "确认密码").fill(PASSWORD);
  await newcomer.getByRole("button", { name: /^确\s*定$/ }).click();
  await expect(newcomer).toHaveURL(/\/login/);
  await fillLogIn(newcomer, "gate01", PASSWORD);
  await expect(newcomer).not.toHaveURL(/\/login/);
  await newcomer.goto("/af_carrier");
  await expect(newcomer.getByRole("heading", { name: "航司查询", exact: true })).toBeVisible();
  await newcomer.goto("/af_order");
  await expect(newcomer).toHaveURL(/\/unPermission/);

  await onRow(page, "gate01@example.com", "停用/启用");
  await page.getByRole("button", { name: /^(是|确\s*定|停\s*用)$/ }).last().click();
  await expect(page.getByRole("row").filter({ hasText: "gate01@example.com" })).toContainText("停用");
  await newcomer.goto("/af_carrier");
  await expect(newcomer).toHaveURL(/\/login/);
  await newcomer.close();
  await page.close();
});
