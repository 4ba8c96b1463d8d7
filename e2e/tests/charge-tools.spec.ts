/** What fills the charges of an order beside typing: a template, and cards with their breaks; and the same tab on other trades. */
import type { Locator, Page } from "@playwright/test";
import { cell, charges, openTab, saveCharges, sums, typeLines } from "../support/charges.ts";
import { choose } from "../support/form.ts";
import { customer, makeOrder } from "../support/orders.ts";
import { Caller, logIn } from "../support/people.ts";
import { expect, test } from "../support/test.ts";

interface Item {
  id: string;
  label: string;
}

interface Card {
  id: string;
  version: number;
}

const PREVIEW = /^预\s*览$/;
const OK = /^确\s*定$/;
const DAY_MS = 24 * 60 * 60 * 1000;

const day = (offset: number): string => new Date(Date.now() + offset * DAY_MS).toLocaleDateString("sv-SE", { timeZone: "Asia/Shanghai" });
const dialog = (page: Page, name: string): Locator => page.getByRole("dialog", { name, exact: true });

/** A service item of air export by its type and name. */
async function item(caller: Caller, label: string): Promise<string> {
  const items = await caller.data<Item[]>("GET", "/prm/service/select?businessScope=AE");
  const found = items.find((each) => each.label === label);
  expect(found, label).toBeTruthy();
  return String(found?.id);
}

/** Looks at what a tool proposes, and takes it into the grids. */
async function takeOver(page: Page, tool: string, told: (string | RegExp)[]): Promise<void> {
  await dialog(page, tool).getByRole("button", { name: PREVIEW }).click();
  const result = dialog(page, `${tool}结果`);
  for (const text of told) await expect(result).toContainText(text);
  await result.getByRole("button", { name: OK }).click();
  await expect(result).toHaveCount(0);
}

test("a template fills the income of an order", async ({ page, request }) => {
  const [admin, op] = [await Caller.of(request, "demo-admin"), await Caller.of(request, "op01")];
  const line = { basis: "票", carry: "四舍五入" };
  await admin.data("POST", "/css/chargeTemplate", {
    templateName: "空出上海常用应收",
    businessScope: "AE",
    kind: "RECEIVABLE",
    portCode: "PVG",
    lines: [
      { ...line, serviceItemId: await item(admin, "操作-操作费"), currencyCode: "CNY", price: "50", taxRate: "0%" },
      { ...line, serviceItemId: await item(admin, "关检-报关费"), currencyCode: "CNY", price: "350", taxRate: "6%" },
    ],
  });
  const { orderUuid } = await makeOrder(op);
  await logIn(page, "op01");
  await openTab(page, orderUuid);
  await page.getByRole("button", { name: "套用模板", exact: true }).click();
  await choose(page, dialog(page, "套用模板"), "费用模板", "空出上海常用应收");
  await takeOver(page, "套用模板", ["新增 2 行", "操作费", "报关费"]);
  await expect(cell(page, "income", 1, "serviceItemId")).toContainText("报关费");
  await expect(sums(page)).toContainText("收入400.00");
  expect((await charges(op, orderUuid)).income, "nothing is kept before it is saved").toEqual([]);
  await saveCharges(page);
  const stored = await charges(op, orderUuid);
  expect(stored.income.map(({ serviceItemName, currency, amount, coopName }) => [serviceItemName, currency, amount, coopName])).toEqual([
    ["操作费", "CNY", "50.00", "客户甲"],
    ["报关费", "CNY", "350.00", "客户甲"],
  ]);
  expect(stored.totals.income.functional).toBe("400.00");
});

// Catalogue css.md 1.5 and /css_rate_card: breaks 0:36, 45:32, 100:30, 500:28.
test("cards rate an order by their breaks, the next one where that is cheaper", async ({ page, request }) => {
  const [admin, op] = [await Caller.of(request, "demo-admin"), await Caller.of(request, "op01")];
  const card = await admin.data<Card>("POST", "/css/rateCard", {
    kind: "RECEIVABLE",
    businessScope: "AE",
    serviceItemId: await item(admin, "干线-空运费"),
    coopId: await customer(admin),
    departure: "PVG",
    arrival: "FRA",
    basis: "计费重量",
    currencyCode: "CNY",
    mode: "WHOLE",
    taxRate: "6%",
    beginDate: day(-30),
    endDate: day(365),
    breaks: [
      { from: "0", price: "36" },
      { from: "45", price: "32" },
      { from: "100", price: "30" },
      { from: "500", price: "28" },
    ],
  });
  await admin.data("POST", `/css/rateCard/${card.id}/audit`, { version: card.version });
  // By volume 658.33 kg, and by weight 480 kg.
  const large = await makeOrder(op, { planVolume: 3.95 });
  const small = await makeOrder(op, { planVolume: 1.2 });
  await logIn(page, "op01");
  const rate = async (orderUuid: string, amount: RegExp) => {
    await openTab(page, orderUuid);
    await page.getByRole("button", { name: "自动计费", exact: true }).click();
    await takeOver(page, "自动计费", ["新增 1 行", "空运费", amount]);
    await expect(cell(page, "income", 0, "amount")).toContainText(amount);
    await saveCharges(page);
    const [line] = (await charges(op, orderUuid)).income;
    return line;
  };

  await test.step("658.33 kg are rated by the break they reach", async () => {
    const line = await rate(large.orderUuid, /18,?433\.24/);
    expect(line).toMatchObject({ serviceItemName: "空运费", coopName: "客户甲", amount: "18433.24", source: "RATED", tags: [] });
    expect([Number(line?.quantity), Number(line?.unitPrice)]).toEqual([658.33, 28]);
  });

  await test.step("480 kg are cheaper as 500, and say so", async () => {
    const line = await rate(small.orderUuid, /14,?000\.00/);
    expect(line).toMatchObject({ amount: "14000.00", source: "RATED" });
    expect([Number(line?.quantity), line?.tags.map(({ zh }) => zh)]).toEqual([500, ["靠级"]]);
  });

  await test.step("a line that is typed stays as it is", async () => {
    const { orderUuid } = await makeOrder(op, { planVolume: 1.2 });
    await openTab(page, orderUuid);
    await typeLines(page, "income", [["空运费", "客户甲", "31"]]);
    await page.getByRole("button", { name: "自动计费", exact: true }).click();
    await dialog(page, "自动计费").getByRole("button", { name: PREVIEW }).click();
    const result = dialog(page, "自动计费结果");
    await expect(result).toContainText("已有费用，未覆盖");
    await expect(result.getByRole("button", { name: OK })).toBeDisabled();
    await page.keyboard.press("Escape");
    await expect(result).toHaveCount(0);
    await saveCharges(page);
    expect((await charges(op, orderUuid)).income.map(({ unitPrice }) => Number(unitPrice))).toEqual([31]);
  });
});

/** Orders of other trades, and a charge of their own. */
const TRADES = [
  {
    scope: "se",
    charge: "海运费",
    order: { businessProduct: "全程出口", departureStation: "CNSHA", arrivalStation: "DEHAM", containerList: [{ containerType: "40HQ", quantity: 1 }] },
  },
  {
    scope: "lc",
    charge: "路桥费",
    order: { businessProduct: "整车", departureStation: "310100", arrivalStation: "330100", shippingMethod: "公路整车", vehicleType: "厢式" },
  },
] as const;

for (const { scope, charge, order } of TRADES) {
  test(`the same tab is typed into on an order of ${scope.toUpperCase()}`, async ({ page, request }) => {
    const op = await Caller.of(request, "op01");
    const { orderUuid } = await op.data<{ orderUuid: string }>("POST", `/sc/order/${scope}`, {
      coopId: await customer(op),
      goodsNameCn: "机械配件",
      goodsNameEn: "MACHINE PARTS",
      planPieces: 40,
      planWeight: 3200,
      planVolume: 8,
      expectDeparture: day(7),
      expectArrival: day(20),
      ...order,
      confirmed: ["order.tolerance", "order.similar", "order.internalNumber.exists", "order.boxes.differ", "container.check"],
    });
    await logIn(page, "op01");
    await openTab(page, orderUuid, scope);
    await typeLines(page, "income", [[charge, "客户甲", "120"]]);
    await expect(sums(page)).toContainText("收入120.00");
    await saveCharges(page);
    const stored = await charges(op, orderUuid);
    expect(stored.income.map(({ serviceItemName, coopName, amount }) => [serviceItemName, coopName, amount])).toEqual([[charge, "客户甲", "120.00"]]);
    expect(stored.cost).toEqual([]);
  });
}
