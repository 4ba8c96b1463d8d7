/** Charges of many orders at once: a grid of orders and items, and the price of a master over the orders under it. */
import { cell, charges, chooseCell, openTab, sums, typeCell } from "../support/charges.ts";
import { CONFIRM, field, fill, SAVE, shown } from "../support/form.ts";
import { type SavedOrder, makeOrder } from "../support/orders.ts";
import { Caller, logIn } from "../support/people.ts";
import { expect, test } from "../support/test.ts";

/** Received from 供应商甲 with the demonstration. */
const MASTER = "990-12345675";


test("charges of two orders are typed into one grid, looked at, and saved to both", async ({ page, request }) => {
  const op = await Caller.of(request, "op01");
  const [first, second] = [await makeOrder(op), await makeOrder(op)];
  const prices = new Map([
    [first.orderCode, "120.5"],
    [second.orderCode, "80"],
  ]);
  const result = page.getByRole("region", { name: "结果", exact: true });
  await logIn(page, "op01");
  await page.goto("/css_charge_batch");

  await test.step("the orders are found by their numbers", async () => {
    await field(page, "单号（可粘贴，最多500个）").fill([...prices.keys()].join("\n"));
    await page.getByRole("button", { name: "查询订单" }).click();
    await expect(page.getByText("已选 2 / 2 票")).toBeVisible();
  });

  await test.step("an item is a column, with a price for each order", async () => {
    await chooseCell(page, cell(page, "items", 0, "serviceItemId"), "操作费");
    for (const row of [0, 1]) {
      const price = page.locator(`[data-field^="cells.${row}.v"]`);
      await expect(price).toHaveCount(1);
      const code = (await cell(page, "cells", row, "orderCode").textContent()) ?? "";
      await typeCell(page, price, prices.get(code.trim()) ?? "");
      await expect(price).toHaveText(/^(120\.50|80\.00)$/);
    }
  });

  await test.step("what they come to is told before anything is kept", async () => {
    await page.getByRole("button", { name: /^校\s*验$/ }).click();
    await expect(result.getByRole("status")).toHaveText("共 2 行，通过 2 行，未通过 0 行");
    for (const [order, amount] of [[first, "120.50"], [second, "80.00"]] as const) {
      const row = result.getByRole("row").filter({ hasText: order.orderCode });
      for (const told of ["操作费", "客户甲", amount, "新增"]) await expect(row).toContainText(told);
    }
    expect((await charges(op, first.orderUuid)).income).toEqual([]);
  });

  await test.step("both orders have them", async () => {
    await page.getByRole("button", { name: SAVE }).filter({ visible: true }).click();
    await expect(page.getByText("已保存 2 行")).toBeVisible();
    await expect(result.getByText("已保存", { exact: true })).toHaveCount(2);
    for (const [order, amount] of [[first, "120.50"], [second, "80.00"]] as const) {
      const { income, cost } = await charges(op, order.orderUuid);
      expect(income.map((line) => [line.serviceItemName, line.coopName, line.amount])).toEqual([["操作费", "客户甲", amount]]);
      expect(cost).toEqual([]);
    }
    await openTab(page, first.orderUuid);
    await expect(sums(page)).toContainText("收入120.50");
  });
});

/** An order under the master, with what the cargo station found. */
async function weighed(caller: Caller, pieces: number, weight: number, volume: number): Promise<SavedOrder> {
  const confirmed = ["order.similar", "order.tolerance", "awb.shared", "order.charges.follow"];
  const plan = { planPieces: pieces, planWeight: weight, planVolume: volume };
  const { orderUuid } = await makeOrder(caller, { ...plan, awbNumber: MASTER, confirmed });
  const order = await caller.data<Record<string, unknown>>("GET", `/afbase/order/view/${orderUuid}`);
  const found = { confirmPieces: pieces, confirmWeight: weight, confirmVolume: volume };
  return caller.data<SavedOrder>("POST", "/afbase/order/doUpdate", { ...order, ...found, confirmed });
}

// Catalogue af-orders.md, section 3: 858.5 kg at 20.00 over 658.33 kg and 300 kg.
test("the price of a master is shared over its orders by weight, and taken back", async ({ page, request }) => {
  const op = await Caller.of(request, "op01");
  const [first, second] = [await weighed(op, 12, 500, 3.95), await weighed(op, 8, 300, 1.2)];
  const shares = [
    [first, "11795.02", "11,795.02", "68.70%"],
    [second, "5374.98", "5,374.98", "31.30%"],
  ] as const;
  const row = shown(page).getByRole("row").filter({ hasText: MASTER });
  const button = (name: string) => row.getByRole("button", { name, exact: true });
  await logIn(page, "op01");
  await page.goto("/af_order_match");
  await expect(row).toContainText("未匹配");
  await expect(button("撤销匹配")).toHaveCount(0);

  await test.step("what each order bears is told while the price is typed", async () => {
    await button("匹配").click();
    const dialog = page.getByRole("dialog", { name: `匹配主单 ${MASTER}` });
    await expect(field(dialog, "付费重量")).toHaveValue("858.5");
    await fill(dialog, "价格", "20");
    for (const [order, , amount, percent] of shares) {
      const share = dialog.getByRole("row").filter({ hasText: order.orderCode });
      for (const told of [amount, percent]) await expect(share).toContainText(told);
    }
    await expect(dialog.getByRole("status")).toContainText("17,170.00");
    await dialog.getByRole("button", { name: /^匹\s*配$/ }).click();
    await expect(dialog).toHaveCount(0);
  });

  await test.step("the orders bear it as a cost", async () => {
    await expect(row).toContainText("已匹配");
    await expect(row).toContainText("17,170.00");
    for (const [order, amount] of shares) {
      const { cost } = await charges(op, order.orderUuid);
      expect(cost.map((line) => [line.coopName, line.amount, line.source])).toEqual([["供应商甲", amount, "SHARED"]]);
    }
    await openTab(page, first.orderUuid);
    await expect(sums(page)).toContainText("成本11,795.02");
  });

  await test.step("nothing is left of it when it is taken back", async () => {
    await page.goto("/af_order_match");
    await button("撤销匹配").click();
    const question = page.getByRole("dialog").filter({ hasText: `确认撤销主单 ${MASTER} 的匹配？` });
    await question.getByRole("button", { name: CONFIRM }).click();
    await expect(row).toContainText("未匹配");
    for (const [order] of shares) expect((await charges(op, order.orderUuid)).cost).toEqual([]);
  });
});
