/** A documents clerk at work: a master waybill typed by keyboard alone, sent to the airline, and its answer taken in. */
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { finding } from "../support/form.ts";
import { makeOrder } from "../support/orders.ts";
import { Caller, logIn } from "../support/people.ts";
import { expect, test } from "../support/test.ts";

const DAY = 24 * 60 * 60 * 1000;
const NUMBER = "990-12345723";
/** A form has so many boxes and buttons at most: whatever is typed into is reached from any other. */
const TABS_MAX = 150;

/** The box the keyboard stands in, or the cell of the rate lines. */
function standing(page: Page): Promise<string> {
  return page.evaluate(() => {
    const box = document.activeElement?.closest<HTMLElement>("[data-cell], [data-field]");
    return box?.dataset["cell"] ?? box?.dataset["field"] ?? "";
  });
}

/** What is typed into a cell takes the place of what stood there; in a box that is chosen first. */
const isCell = (field: string): boolean => field.startsWith("lines.");

/** Goes on with Tab, or back with Shift and Tab, until a box is reached. */
async function tabTo(page: Page, field: string, key = "Tab"): Promise<void> {
  for (let pressed = 0; pressed < TABS_MAX; pressed++) {
    if ((await standing(page)) === field) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${field} is not within ${TABS_MAX} tabs`);
}

async function type(page: Page, boxes: [string, string][]): Promise<void> {
  for (const [field, value] of boxes) {
    await tabTo(page, field);
    if (!isCell(field)) await page.keyboard.press("Control+A");
    await page.keyboard.type(value);
  }
}

test("a master waybill is typed by keyboard alone, its mistakes are told while one types, and it is sent", async ({ page, request }) => {
  const op = await Caller.of(request, "op01");
  const departure = new Date(Date.now() + 3 * DAY).toISOString().slice(0, 10);
  const { orderUuid } = await makeOrder(op, { awbNumber: NUMBER, expectFlight: "X9101", expectDeparture: departure });
  await logIn(page, "op01");
  await page.goto(`/af_mawb_make?o=${orderUuid}`);
  await expect(page.getByRole("heading", { name: /主单制单/ })).toContainText(NUMBER);
  // The rate lines come with the library behind them.
  await expect(page.locator(".awb-sheet .sheet-input")).toBeAttached();
  const telegram = page.getByRole("complementary", { name: "航司将收到的报文" });

  await test.step("a wrong post code is told beside its box before anything is saved", async () => {
    await type(page, [
      ["shipper.scName", "DEMO CUSTOMER A TRADING CO. LTD"],
      ["shipper.scAddress", "1 DEMO ROAD"],
      ["shipper.cityNameEn", "SHANGHAI"],
      ["shipper.nationCode", "CN"],
      ["shipper.postCode", "200000"],
      ["shipper.telNumber", "86 21 00000000"],
      ["consignee.scName", "DEMO CONSIGNEE GMBH"],
      ["consignee.scAddress", "2 DEMO STRASSE"],
      ["consignee.cityNameEn", "FRANKFURT"],
      ["consignee.nationCode", "US"],
      ["consignee.postCode", "1234"],
    ]);
    await page.keyboard.press("Tab");
    await expect(finding(page, "consignee.postCode")).toHaveText("美国邮编须为5位数字，且州代码不能为空");
    await tabTo(page, "consignee.nationCode", "Shift+Tab");
    await type(page, [
      ["consignee.nationCode", "DE"],
      ["consignee.postCode", "60547"],
      ["consignee.telNumber", "49 69 0000000"],
      ["agentIataCode", "0831234"],
    ]);
    await expect(finding(page, "consignee.postCode")).toHaveCount(0);
  });

  await test.step("the telegram beside the form is the one that was typed", async () => {
    await expect(telegram).toContainText("DEMO CONSIGNEE GMBH");
    await expect(telegram).toContainText("/60547");
    await expect(telegram).toContainText("RTD/1/P12/K480.0/CQ/W600.0/R25.88/T15528.00");
  });

  await test.step("it is saved and finished with two keys", async () => {
    await type(page, [["lines.0.hsCodes", "610910"]]);
    await page.keyboard.press("Tab");
    await expect(page.locator('.sheet-cells [data-field="lines.0.hsCodes"]')).toHaveText("610910");
    await type(page, [["shipperSignature", "LI LEI"]]);
    await page.keyboard.press("Control+S");
    await expect(page.getByText("已暂存")).toBeVisible();
    await page.keyboard.press("Control+Enter");
    await expect(page.getByText("已完成", { exact: true })).toBeVisible();
    await expect(page.locator('[data-field="shipper.scName"] input')).toHaveCount(0);
  });

  await test.step("it is made for the airline, and the airline's answer settles it", async () => {
    await page.getByRole("button", { name: "发送FWB" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByText("检查通过")).toBeVisible();
    await expect(dialog.getByText("未配置通道，仅可下载")).toBeVisible();
    await dialog.getByRole("button", { name: "生成报文" }).click();
    const downloading = page.waitForEvent("download");
    await dialog.getByText("下载报文").click();
    const sent = readFileSync(await (await downloading).path(), "utf8");
    expect(sent).toContain(`${NUMBER}PVGFRA/T12K480.0MC3.6`);
    await page.goto("/af_edi_message");
    await page.getByRole("button", { name: "录入回执" }).click();
    const receive = page.getByRole("dialog");
    await receive.getByRole("textbox").fill(`FMA\r\nACK/RECEIVED\r\n${sent}`);
    await receive.getByRole("button", { name: /^录\s*入$/ }).click();
    await expect(receive.getByRole("row", { name: /FMA.*已接收/ })).toBeVisible();
    await page.keyboard.press("Escape");
    const row = page.getByRole("row").filter({ visible: true, hasText: NUMBER }).filter({ hasText: "FWB" });
    await expect(row.first()).toContainText("已接收");
  });
});
