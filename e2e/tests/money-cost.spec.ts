/**
 * The cost of orders, from the supplier's bill to the bank: catalogue css.md, section 3. Each step is done on its page; the figures are those that a
 * finance desk reads there.
 */
import { readFile } from "node:fs/promises";
import { choose, shown } from "../support/form.ts";
import { asks, chargedOrder, choiceOf, confirmed, found, makeDesk, row } from "../support/money.ts";
import { Caller, logIn } from "../support/people.ts";
import { expect, test } from "../support/test.ts";

/** The sum of a column of a table with headings, in cents. */
function sumOf(table: string, heading: string): number {
  const [head = [], ...lines] = table.replace("\uFEFF", "").trim().split(/\r?\n/).map((line) => line.split(","));
  const at = head.indexOf(heading);
  expect(at, `${heading} in ${head.join()}`).toBeGreaterThanOrEqual(0);
  return lines.reduce((sum, line) => sum + Math.round(Number(line[at] || 0) * 100), 0);
}

test("cost goes from the supplier's file over a request, which another one decides about, to the bank", async ({ page, request }) => {
  const { admin, op, fin } = await makeDesk(request);
  const [first, second] = [await chargedOrder(op, [], [["GYS001", "CNY", "800"]]), await chargedOrder(op, [], [["GYS001", "CNY", "500"]])];
  const approver = await choiceOf(admin, "user?keyword=mgr01");
  const levels = [{ name: "一级审批", approverType: "user", approverIds: [approver] }];
  await admin.data("POST", "/prm/ics/approval/setting", { eventId: "108", approval: 1, levels });
  await logIn(page, "fin01");

  await test.step("two of three lines differ, and are decided about", async () => {
    await page.goto("/css_payment_batch");
    await choose(page, page, "供应商", "GYS001", "供应商甲");
    await choose(page, page, "币种", "CNY", /CNY/);
    const lines = ["单号,金额", `${first.orderCode},800.00`, `${second.orderCode},520.00`, "AE-2000000001,30.00"];
    await page.locator("input[type=file]").setInputFiles({ name: "bill.csv", mimeType: "text/csv", buffer: Buffer.from(lines.join("\n")) });
    const result = page.getByRole("region", { name: "结果" });
    for (const [code, told] of [[first.orderCode, "一致"], [second.orderCode, "差异"], ["AE-2000000001", "未找到订单"]] as const) {
      await expect(result.getByRole("row").filter({ hasText: code })).toContainText(told);
    }
    await expect(result).toContainText("对账单金额 1,300.00");
    await page.getByRole("button", { name: "生成对账单" }).click();
    await expect(page.getByText("已生成对账单")).toBeVisible();
  });

  await test.step("the payment is asked for, and agreed to by another one", async () => {
    const payee = { accountName: "演示供应商有限公司", bankName: "中国工商银行上海分行", accountNo: "1001 2233 4455", currency: "CNY" };
    await fin.data("POST", "/css/paymentRequest/bank", { coopId: await choiceOf(fin, "coop?keyword=GYS001"), ...payee });
    const dialog = await asks(page, "/css_payment_request", "新增");
    await choose(page, dialog, "类型", "对账付款");
    await choose(page, dialog, "收款单位", "GYS001", "供应商甲");
    await choose(page, dialog, "付款方式", "电汇");
    await choose(page, dialog, "收款账户", "", /4455/);
    await dialog.getByRole("textbox", { name: /本次申请金额/ }).fill("1300");
    await dialog.getByRole("button", { name: /^新\s*增$/ }).click();
    await expect(dialog).toHaveCount(0);
    await row(page, "AE-PR-").getByRole("button", { name: /^提\s*交$/ }).click();
    await confirmed(page, "提交");
    await expect(row(page, "AE-PR-")).toContainText("审批中");
    const mgr = await Caller.of(request, "mgr01");
    const [task] = (await mgr.data<{ records: { taskId: string }[] }>("GET", "/prm/api/toDo?current=1&size=10")).records;
    await mgr.data("POST", "/prm/ics/approval/agree", { taskId: task?.taskId, comment: "同意" });
  });

  await test.step("a second user reviews the payee's account, and it is paid", async () => {
    const [asked] = await found<{ id: string; version: number }>(fin, "/css/paymentRequest/page");
    await admin.data("POST", `/css/paymentRequest/${asked?.id}/reviewBank`, { version: asked?.version });
    await page.goto("/css_payment_request");
    await row(page, "AE-PR-").getByRole("button", { name: /^付\s*款$/ }).click();
    const dialog = page.getByRole("dialog", { name: /^付款/ });
    await choose(page, dialog, "付款账户", "3456", /3456/);
    await dialog.getByRole("button", { name: /^付\s*款$/ }).click();
    await expect(dialog).toHaveCount(0);
    await expect(row(page, "AE-PR-")).toContainText("已付款");
    await page.goto("/css_cost_writeoff");
    await expect(row(page, "供应商甲").first()).toContainText("1,300.00");
    await page.goto("/af_css_payment");
    await expect(row(page, "AE-CP-")).toContainText("核销完毕");
  });

  await test.step("the payment becomes a voucher, whose file says as much on both sides", async () => {
    await admin.data("POST", "/css/voucherFormat/default", { formatId: await choiceOf(admin, "voucherFormat?keyword=通用CSV") });
    await page.goto("/css_voucher_export");
    await page.getByRole("tab", { name: "成本核销" }).click();
    await row(page, "供应商甲").getByRole("checkbox").check();
    await shown(page).getByRole("button", { name: "生成凭证" }).click();
    const dialog = page.getByRole("dialog", { name: "生成凭证" });
    await dialog.getByRole("button", { name: "生成凭证" }).click();
    await expect(dialog).toHaveCount(0);
    await page.goto("/css_voucher");
    await row(page, "记-1").getByRole("checkbox").check();
    const downloading = page.waitForEvent("download");
    await shown(page).getByRole("button", { name: "导出凭证" }).click();
    const file = await readFile(await (await downloading).path(), "utf8");
    expect([sumOf(file, "借方金额"), sumOf(file, "贷方金额")]).toEqual([1_300_00, 1_300_00]);
  });

  await test.step("the month is closed behind its check", async () => {
    await page.goto("/css_period");
    await row(page, "结账检查").getByRole("button", { name: /^结账 \d/ }).click();
    const dialog = page.getByRole("dialog", { name: /^结账/ });
    await dialog.getByRole("button", { name: /^结\s*账$/ }).click();
    await expect(dialog).toHaveCount(0);
    await expect(row(page, "已结账").getByRole("button", { name: /^反结账/ })).toBeVisible();
  });
});
