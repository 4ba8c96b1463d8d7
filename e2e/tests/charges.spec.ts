/** The charges of an order: typed by keys alone, pasted from a spreadsheet, finished, and closed by the lock of finance. */
import { SIDE_KEYS, cell, charges, chooseCell, openTab, saveCharges, sums, typeCell, typeLines } from "../support/charges.ts";
import { type SavedOrder, makeOrder } from "../support/orders.ts";
import { Caller, logIn } from "../support/people.ts";
import { expect, test } from "../support/test.ts";

test("eight lines are typed by keys alone, finished and locked", async ({ page, request }) => {
  const [op, fin] = [await Caller.of(request, "op01"), await Caller.of(request, "fin01")];
  const order = await makeOrder(op);
  await logIn(page, "op01");
  await openTab(page, order.orderUuid);

  await test.step("both sides are typed, and add up before they are saved", async () => {
    await typeLines(page, "income", [
      ["空运费", "客户甲", "30"],
      ["操作费", "客户甲", "300"],
      ["报关费", "客户甲", "400"],
      ["提货费", "客户甲", "250.5"],
    ]);
    await typeLines(page, "cost", [
      ["空运费", "供应商甲", "22.5"],
      ["操作费", "供应商甲", "120"],
      ["报关费", "供应商甲", "200"],
      ["提货费", "供应商甲", "180"],
    ]);
    await expect(sums(page)).toContainText("收入980.50");
    await expect(sums(page)).toContainText("成本522.50");
    await expect(sums(page)).toContainText("毛利458.00");
    await saveCharges(page);
    const stored = await charges(op, order.orderUuid);
    expect([stored.income.length, stored.cost.length]).toEqual([4, 4]);
  });

  await test.step("income and costs are finished, and finance locks", async () => {
    for (const name of ["收入完成", "成本完成"]) {
      await page.getByRole("button", { name, exact: true }).click();
      await page.getByRole("dialog").getByRole("button", { name, exact: true }).click();
      await expect(page.getByRole("button", { name, exact: true })).toHaveCount(0);
    }
    const { lockDate } = await fin.data<{ lockDate: string }>("GET", "/afbase/orderLock/lockDate");
    const { rowUuid } = await op.data<SavedOrder>("GET", `/afbase/order/view/${order.orderUuid}`);
    await fin.data("PUT", "/afbase/order/lock", { orderUuid: order.orderUuid, rowUuid, lockDate });
  });

  await test.step("nothing can be typed or saved any more", async () => {
    await openTab(page, order.orderUuid);
    await expect(page.locator(".charge-closed").first()).toContainText("锁账");
    await expect(page.getByRole("button", { name: /^保\s*存$/ }).filter({ visible: true })).toHaveCount(0);
    const { rowUuid, income } = await charges(op, order.orderUuid);
    const removal = { orderUuid: order.orderUuid, rowUuid, income: [], cost: [], deleteIds: income.map(({ id }) => id) };
    const { body } = await op.call("POST", "/css/charge/save", removal);
    expect(JSON.stringify(body)).toContain("锁账");
    expect((await charges(op, order.orderUuid)).income).toHaveLength(4);
  });
});

test("twenty lines are pasted from a spreadsheet, and a broken cell is told at its place", async ({ page, context, request }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const op = await Caller.of(request, "op01");
  const order = await makeOrder(op);
  await logIn(page, "op01");
  await openTab(page, order.orderUuid);
  const lines = Array.from({ length: 20 }, (_, at) => ["操作费", "客户甲", "票", "CNY", `${at + 1}.25`]);
  lines[4]![4] = "abc";
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), lines.map((line) => line.join("\t")).join("\r\n"));
  await page.keyboard.press(SIDE_KEYS.income);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+v");
  await expect(cell(page, "income", 4, "unitPrice")).toHaveAttribute("aria-invalid", "true");
  await page.keyboard.press("Control+s");
  await expect(page.locator(".findings li")).toHaveCount(1);
  expect((await charges(op, order.orderUuid)).income).toEqual([]);
  await page.locator(".findings").getByRole("button", { name: /^应收第5行\s?单价格式不正确$/ }).click();
  await page.keyboard.type("5.25");
  await page.keyboard.press("Enter");
  // 1 to 20, and a quarter each.
  await expect(sums(page)).toContainText("收入215.00");
  await saveCharges(page);
  expect((await charges(op, order.orderUuid)).income.map(({ coopName }) => coopName)).toEqual(Array.from({ length: 20 }, () => "客户甲"));
});

test("incidental charges of an order are entered, changed, confirmed and removed", async ({ page, request }) => {
  // req: af-route-incidentals
  const op = await Caller.of(request, "op01");
  const { orderUuid } = await makeOrder(op);
  await logIn(page, "op01");
  await page.goto(`/incidentals?orderUuid=${orderUuid}`);
  const stored = page.locator("[data-field=stored]");
  const save = page.getByRole("button", { name: /^保\s*存$/ });
  await expect(page.getByText("暂无杂费")).toBeVisible();

  await test.step("two are entered and wait to be confirmed", async () => {
    for (const [row, price] of ["120.5", "80"].entries()) {
      if (row > 0) await page.getByRole("button", { name: "添加杂费" }).click();
      await chooseCell(page, cell(page, "lines", row, "serviceItemId"), "杂费");
      await chooseCell(page, cell(page, "lines", row, "coopId"), "供应商甲");
      await typeCell(page, cell(page, "lines", row, "unitPrice"), price);
    }
    await save.click();
    await expect(stored.getByText("待确认")).toHaveCount(2);
    await expect(stored).toContainText("120.50");
  });

  await test.step("one is changed, the other goes", async () => {
    await stored.getByRole("button", { name: "修改" }).first().click();
    await typeCell(page, cell(page, "lines", 0, "unitPrice"), "130.25");
    await save.click();
    await expect(stored).toContainText("130.25");
    await stored.getByRole("row").filter({ hasText: "80.00" }).getByRole("button", { name: "删除" }).click();
    await page.getByRole("dialog").getByRole("button", { name: /^(确\s*定|是|删\s*除)$/ }).click();
    await expect(stored).not.toContainText("80.00");
  });

  await test.step("the one that stays becomes a charge of the order when it is confirmed", async () => {
    await stored.getByRole("button", { name: "确认", exact: true }).click();
    await expect(stored.getByText("已确认")).toHaveCount(1);
    const { cost } = await charges(op, orderUuid);
    expect(cost.map(({ amount }) => Number(amount))).toEqual([130.25]);
  });
});
