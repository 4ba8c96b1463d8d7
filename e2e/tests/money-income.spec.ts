/**
 * The income of orders, from the bill to the bank: catalogue css.md, section 2. Each step is done on its page; the figures are those that a
 * finance desk reads there.
 */
import { cell, typeCell } from "../support/charges.ts";
import { choose, field, fill } from "../support/form.ts";
import { asks, chargedOrder, found, makeDesk, row } from "../support/money.ts";
import { logIn } from "../support/people.ts";
import { expect, test } from "../support/test.ts";

test("income goes from the bill over statement and invoice to the bank, with an exchange difference", async ({ page, request }) => {
  const { op, fin } = await makeDesk(request);
  const order = await chargedOrder(op, [["KH001", "CNY", "1200"], ["KH001", "USD", "500"]], [["GYS001", "CNY", "800"]]);
  await logIn(page, "fin01");
  let note = "";

  await test.step("a bill of both currencies is made", async () => {
    await page.goto("/css_debit_note_make");
    await field(page, "单号或订单号（可粘贴多个）").fill(order.orderCode);
    await page.getByRole("button", { name: /^查\s*询$/ }).click();
    await row(page, order.orderCode).getByRole("checkbox").check();
    await page.getByRole("button", { name: "生成账单（2笔费用）" }).click();
    const preview = page.getByRole("dialog", { name: "账单预览" });
    await expect(preview).toContainText("CNY 1,200.00");
    await expect(preview).toContainText("本币合计 4,700.00");
    await preview.getByRole("button", { name: "保存1张账单" }).click();
    const made = page.getByRole("dialog", { name: "账单结果" });
    note = (await made.getByRole("cell").first().textContent()) ?? "";
    expect(note).toMatch(/^AE-DN-\d{10,}$/);
  });

  await test.step("a statement holds the bill", async () => {
    const dialog = await asks(page, "/css_statement", "新增清单");
    await choose(page, dialog, "收款客户", "KH001", "客户甲");
    await expect(dialog).toContainText(note);
    await dialog.getByRole("switch").check();
    await dialog.getByRole("button", { name: "新增清单" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(row(page, "客户甲")).toContainText("4,700.00");
  });

  await test.step("invoices are applied for, and registered as they were issued", async () => {
    const dialog = await asks(page, "/css_income_invoice", "申请开票");
    await choose(page, dialog, "客户", "KH001", "客户甲");
    await choose(page, dialog, "清单（按清单申请时选择）", "ST", /ST-/);
    await expect(dialog).toContainText(note);
    await choose(page, dialog, "发票类型", "形式", /形式/);
    await dialog.getByRole("button", { name: "申请开票" }).click();
    await expect(dialog).toHaveCount(0);
    await row(page, "客户甲").getByRole("button", { name: "开票登记" }).click();
    const issued = page.getByRole("dialog", { name: /^开票登记/ });
    for (const [at, number] of ["26000001", "26000002"].entries()) await typeCell(page, cell(page, "invoices", at, "invoiceNum"), number);
    await issued.getByRole("button", { name: "开票登记" }).click();
    await expect(issued).toHaveCount(0);
  });

  await test.step("the bank reports the dollars, at another rate", async () => {
    const dialog = await asks(page, "/css_receipt", "登记");
    await choose(page, dialog, "收款账户", "7890", /7890/);
    await fill(dialog, "收款金额", "500");
    await fill(dialog, "汇率（空为当日通用）", "7.05");
    await choose(page, dialog, "往来单位", "KH001", "客户甲");
    await dialog.getByRole("button", { name: /^登\s*记$/ }).click();
    await expect(dialog).toHaveCount(0);
    await expect(row(page, "RC-")).toContainText("已认领");
  });

  await test.step("they settle the invoice in dollars, with a gain", async () => {
    const dialog = await asks(page, "/css_income_writeoff", "新增核销");
    await choose(page, dialog, "收款客户", "KH001", "客户甲");
    await choose(page, dialog, "收款单", "RC", /RC-/);
    await expect(cell(page, "targets", 1, "number")).toHaveText("26000002");
    await dialog.getByRole("button", { name: "新增核销" }).click();
    await expect(dialog).toHaveCount(0);
    const [written] = await found<{ exchangeDiff: number; state: string }>(fin, "/css/incomeWriteoff/page");
    expect(written).toMatchObject({ exchangeDiff: 25, state: "VALID" });
  });

  await test.step("the rest is paid into the account in yuan", async () => {
    const dialog = await asks(page, "/css_income_writeoff", "新增核销");
    await choose(page, dialog, "收款客户", "KH001", "客户甲");
    await choose(page, dialog, "方式", "现金", "现金/银行");
    await choose(page, dialog, "收款科目", "3456", /3456/);
    await expect(cell(page, "targets", 0, "number")).toHaveText("26000001");
    await typeCell(page, cell(page, "targets", 0, "amount"), "1200");
    await dialog.getByRole("button", { name: "新增核销" }).click();
    await expect(dialog).toHaveCount(0);
    await page.goto("/af_css_debit_note");
    await expect(row(page, note)).toContainText("核销完毕");
  });
});
