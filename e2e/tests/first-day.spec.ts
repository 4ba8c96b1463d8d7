/** Issue 25, 28 and 29: the first day of a real company, from the set-up to its customers. */
import { choose, field } from "../support/form.ts";
import { logIn } from "../support/people.ts";
import { Server } from "../support/server.ts";
import { expect, test } from "../support/test.ts";

/** Rows of the list a company brings. */
const CUSTOMERS = 300;

/** A list as a company keeps it: its own headings, and no column for what the product asks of every partner. */
function customers(): Buffer {
  const lines = ["客户全称,客户简称,联系电话,税号,联系人,手机号码,详细地址"];
  for (let row = 1; row <= CUSTOMERS; row += 1) {
    const number = String(row).padStart(4, "0");
    lines.push(`首日${number}进出口有限公司,首日${number},021-5555${number},91310000FIRST${number},王一,1390000${number},上海市一路${row}号`);
  }
  return Buffer.from(`${lines.join("\n")}\n`);
}

test("300 customers of a real list get in in one round (28)", async ({ page }) => {
  await logIn(page, "demo-admin");
  await page.goto("/prm_coop");
  await page.getByRole("button", { name: /^导\s*入$/ }).click();
  const dialog = page.getByRole("dialog").filter({ hasText: "选择文件" });
  await expect(dialog.getByText(/必填列：.*责任销售.*责任客服/)).toBeVisible();
  await dialog.locator("input[type=file]").setInputFiles({ name: "名单.csv", mimeType: "text/csv", buffer: customers() });
  await expect(dialog.getByText(`${CUSTOMERS} 行数据`)).toBeVisible();
  await expect(dialog.getByText("已匹配 7/7 列，匹配结果会记住")).toBeVisible();
  for (const [label, value] of [
    ["类型", "客户"],
    ["子类型", "直客"],
    ["业务范畴", "空运出口"],
    ["责任销售", "销售一"],
    ["责任客服", "客服一"],
  ] as const) {
    await dialog.getByLabel(`${label}，所有行`, { exact: true }).fill(value);
  }
  await dialog.getByRole("button", { name: "下一步：校验" }).click();
  await expect(dialog.getByText(`可导入 ${CUSTOMERS}`)).toBeVisible();
  await expect(dialog.getByText("错误 0")).toBeVisible();
  await dialog.getByRole("button", { name: `导入 ${CUSTOMERS} 行` }).click();
  await expect(dialog.getByText("导入完成")).toBeVisible();
});

test("the set-up leads to the log-in of the new administrator, and a check list leads on (29)", async ({ page }) => {
  const server = new Server();
  const { address, code } = await server.empty();
  try {
    await test.step("the company is set up", async () => {
      await page.goto(address);
      await expect(page).toHaveURL(/\/setup$/);
      for (const [label, value] of [
        ["初始化码", code],
        ["企业名称", "远航国际货运"],
        ["企业编码", "MAIN"],
        ["管理员账号", "boss"],
        ["密码", "Yuan-hang-2026"],
        ["姓名", "李航"],
      ] as const) {
        await page.getByLabel(label, { exact: true }).fill(value);
      }
      await page.getByRole("button", { name: "完成初始化" }).click();
      await expect(page.getByRole("heading", { name: "初始化完成" })).toBeVisible();
    });
    await test.step("the log-in waits for his password alone", async () => {
      await page.goto(`${address}/login`);
      await expect(page.getByRole("tab", { name: "管理员登录" })).toHaveAttribute("aria-selected", "true");
      await expect(page.getByLabel("管理员账号")).toHaveValue("boss");
      await page.getByLabel("密码", { exact: true }).fill("Yuan-hang-2026");
      await page.getByRole("button", { name: /^登\s*录$/ }).click();
      const companies = page.getByLabel("请选择企业");
      await expect(companies).toHaveValue("MAIN");
      await page.getByRole("button", { name: /^登\s*录$/ }).click();
      await expect(page).toHaveURL(/\/dashboard$/);
    });
    await test.step("the check list leads to its pages", async () => {
      const list = page.getByRole("list").filter({ hasText: "登记主单号" });
      for (const step of ["建立部门", "添加用户", "录入或导入客商", "登记主单号", "设置发件邮箱", "录入第一票订单"]) {
        await expect(list.getByRole("link", { name: step })).toBeVisible();
      }
      await list.getByRole("link", { name: "添加用户" }).click();
      await expect(page).toHaveURL(/\/hrs_user$/);
    });
    await test.step("a user is made with a name, a department and one way to log in", async () => {
      await page.getByRole("button", { name: "新增" }).first().click();
      const drawer = page.getByRole("dialog").filter({ has: page.locator(".form-section, .form-grid") });
      await field(drawer, "用户名").fill("新人");
      await field(drawer, "邮箱").fill("new@yuanhang.example.org");
      await choose(page, drawer, "主部门", "远航国际货运");
      await field(drawer, "角色").fill("操作员");
      await page.locator(".ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option").filter({ hasText: "操作员" }).first().click();
      await field(drawer, "角色").press("Tab");
      await drawer.getByRole("button", { name: /^保\s*存$/ }).click();
      await expect(page.getByText("首次登录")).toBeVisible();
    });
  } finally {
    await server.stop();
  }
});
