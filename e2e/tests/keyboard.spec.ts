/** The administration of users without a mouse: from the first Tab to the last Enter. */
import { field } from "../support/form.ts";
import { go, onRow, take, type } from "../support/keys.ts";
import { PASSWORD } from "../support/people.ts";
import { expect, test } from "../support/test.ts";

test("a user is made, given roles, found, changed, stopped and removed by keys alone", async ({ browser }) => {
  const page = await browser.newPage();
  const drawer = page.getByRole("dialog").filter({ has: page.locator(".form-section, .form-grid") });
  const row = page.getByRole("row").filter({ hasText: "key01@example.com" });

  await test.step("logs in and goes to the page by the palette", async () => {
    await page.goto("/login");
    await go(page, page.getByRole("tab", { name: "管理员登录" }));
    await page.keyboard.press("Enter");
    await type(page, page, "管理员账号", "demo-admin");
    await go(page, page.getByLabel("密码", { exact: true }));
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByRole("button", { name: "搜索菜单和单号" })).toBeVisible();
    await page.keyboard.press("Control+k");
    await expect(page.getByPlaceholder(/拼音首字母/)).toBeFocused();
    await page.keyboard.type("用户管理");
    await expect(page.getByRole("dialog").getByText("用户管理", { exact: true }).first()).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/hrs_user$/);
    await expect(page.getByRole("row").filter({ hasText: "op01@example.com" })).toBeVisible();
  });

  await test.step("makes a user with a role", async () => {
    await go(page, page.getByRole("button", { name: "新增" }));
    await page.keyboard.press("Enter");
    await expect(drawer).toBeVisible();
    await type(page, drawer, "用户名", "键盘一");
    await type(page, drawer, "英文名", "KEY ONE");
    await type(page, drawer, "手机号", "13911110009");
    await type(page, drawer, "邮箱", "key01@example.com");
    await take(page, drawer, "主部门", "销售二部");
    await type(page, drawer, "职位", "操作员");
    await take(page, drawer, "角色", "部门经理");
    await page.keyboard.press("Control+s");
    // The password is shown this once: no key closes it by accident.
    const once = page.getByRole("dialog").filter({ hasText: "首次登录" });
    await go(page, once.getByRole("button", { name: /关\s*闭|知道了|确\s*定/ }).last());
    await page.keyboard.press("Enter");
    await expect(page.getByText("首次登录")).toHaveCount(0);
    await expect(row).toBeVisible();
  });

  await test.step("finds it", async () => {
    await page.keyboard.press("/");
    await expect(page.getByRole("textbox", { name: "用户名" })).toBeFocused();
    await page.keyboard.type("键盘一");
    await page.keyboard.press("Enter");
    await expect(page.getByText("共 1 条")).toBeVisible();
    await expect(row).toContainText("部门经理");
  });

  await test.step("changes its post, and gives it another role", async () => {
    await go(page, row.getByRole("button", { name: "修改", exact: true }));
    await page.keyboard.press("Enter");
    await expect(field(drawer, "职位")).toHaveValue("操作员");
    await type(page, drawer, "职位", "操作主管");
    await take(page, drawer, "角色", "客服");
    await page.keyboard.press("Control+s");
    await expect(drawer).toHaveCount(0);
    await expect(row).toContainText("操作主管");
    await expect(row).toContainText("客服");
  });

  await test.step("stops it", async () => {
    await onRow(page, row, "停用/启用");
    const question = page.getByRole("dialog");
    await go(page, question.getByRole("button", { name: /^确\s*定$/ }));
    await page.keyboard.press("Enter");
    await expect(row).toContainText("停用");
  });

  await test.step("removes it, as it never logged in", async () => {
    await onRow(page, row, "删除");
    await expect(row).toHaveCount(0);
  });

  await test.step("goes on to the next one without going back to the list", async () => {
    await page.keyboard.press("/");
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Delete");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("row").filter({ hasText: "op01@example.com" })).toBeVisible();
    await go(page, page.getByRole("button", { name: "修改", exact: true }).first());
    await page.keyboard.press("Enter");
    const name = field(drawer, "用户名");
    await expect(name).not.toHaveValue("");
    const first = await name.inputValue();
    await page.keyboard.press("Alt+ArrowDown");
    await expect(name).not.toHaveValue(first);
    await page.keyboard.press("Alt+ArrowUp");
    await expect(name).toHaveValue(first);
    await page.keyboard.press("Escape");
    await expect(drawer).toHaveCount(0);
  });
  await page.close();
});
