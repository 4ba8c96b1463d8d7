/** What a finance desk has before its first bill: bank accounts, a chart of accounts, rates, an open month; and orders with charges. */
import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { charges } from "./charges.ts";
import { shown } from "./form.ts";
import { type SavedOrder, makeOrder } from "./orders.ts";
import { Caller } from "./people.ts";

interface Choice {
  value: string;
  label: string;
}

export interface Desk {
  admin: Caller;
  fin: Caller;
  op: Caller;
}

const BANKS = [
  ["4400 1200 3456", "CNY"],
  ["4400 1200 7890", "USD"],
] as const;
/** Of a dollar, when the bill is made. */
const RATE = "7.0000";

/** Of Shanghai, where the months of the company are counted. */
const today = () => new Date(Date.now() + 8 * 60 * 60 * 1000).toISOString().slice(0, 10);

/** Sets the desk up by calls: once for a server. */
export async function makeDesk(request: APIRequestContext): Promise<Desk> {
  const [admin, fin, op] = [await Caller.of(request, "demo-admin"), await Caller.of(request, "fin01"), await Caller.of(request, "op01")];
  for (const [account, currency] of BANKS) {
    const body = { titleCn: "演示货运有限公司", titleEn: "DEMO FREIGHT CO., LTD.", bankCn: "中国银行上海分行", account, currency, isDefault: true };
    await admin.data("POST", "/hrs/orgBank", body);
  }
  await fin.data("POST", "/css/financialAccount/init", { standard: "ENTERPRISE" });
  const month = today().slice(0, 7);
  const beginDate = `${month}-01 00:00:00`;
  await admin.data("POST", "/css/currencyRate", { currencyCode: "USD", type: "GENERAL", currencyRate: RATE, beginDate });
  return { admin, fin, op };
}

/** The first choice a select offers for a keyword. */
export async function choiceOf(caller: Caller, select: string): Promise<string | undefined> {
  return (await caller.data<Choice[]>("GET", `/platform/select/${select}`))[0]?.value;
}

/** An air order with the income and the cost of a partner each: [code of the partner, currency, amount]. */
export async function chargedOrder(caller: Caller, income: string[][], cost: string[][]): Promise<SavedOrder> {
  const order = await makeOrder(caller);
  const item = await choiceOf(caller, "serviceItem?keyword=空运费");
  const lines = (rows: string[][]) =>
    Promise.all(
      rows.map(async ([code, currency, unitPrice]) => ({
        serviceItemId: item,
        coopId: await choiceOf(caller, `coop?keyword=${code}`),
        basis: "票",
        currency,
        unitPrice,
      })),
    );
  const { rowUuid } = await charges(caller, order.orderUuid);
  const body = { orderUuid: order.orderUuid, rowUuid, income: await lines(income), cost: await lines(cost), deleteIds: [] };
  await caller.data("POST", "/css/charge/save", body);
  return order;
}

/** A row of the list of the shown page. */
export const row = (page: Page, text: string): Locator => shown(page).getByRole("row").filter({ hasText: text });

/** The rows of a list. */
export const found = async <T>(caller: Caller, path: string) => (await caller.data<{ records: T[] }>("GET", `${path}?current=1&size=10`)).records;

/** Opens a page and the dialog that a button of it opens. */
export async function asks(page: Page, path: string, button: string): Promise<Locator> {
  await page.goto(path);
  await shown(page).getByRole("button", { name: button, exact: true }).first().click();
  return page.getByRole("dialog", { name: button });
}

/** Answers the question that stands before an act. */
export const confirmed = (page: Page, act: string): Promise<void> =>
  page.getByRole("dialog", { name: act }).getByRole("button", { name: new RegExp(`^(${[...act].join("\\s*")}|确\\s*定|是)$`) }).click();
