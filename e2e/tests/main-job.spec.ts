/** The main job, end to end: from an order to a shipment the customer can follow. */
import type { Page } from "@playwright/test";
import { choose, field, fill, finding } from "../support/form.ts";
import { pdfText } from "../support/pdf.ts";
import { Caller, logIn } from "../support/people.ts";
import { expect, test } from "../support/test.ts";

/** Day and month of an airline's message: 05JAN. */
function messageDay(day: Date): string {
  const [, month = "", date = ""] = /^\w+ (\w+) (\d+)/.exec(day.toDateString()) ?? [];
  return `${date}${month.toUpperCase()}`;
}

async function fillParty(page: Page, role: string, values: Record<string, string>): Promise<void> {
  const card = page.locator(".party-card", { has: page.getByRole("heading", { name: role, exact: true }) });
  for (const [label, value] of Object.entries(values)) await fill(card, label, value);
}

test("an order becomes a waybill, a link and a flight the customer sees", async ({ page, browser, request }) => {
  await logIn(page, "op01");
  let uuid = "";

  await test.step("a new order shows its figures before it is saved", async () => {
    await page.goto("/af_order");
    await page.getByRole("button", { name: "新增" }).click();
    await expect(page.getByRole("heading", { name: "新增空运出口订单" })).toBeVisible();
    await choose(page, page, "服务产品", "代理制");
    await choose(page, page, "客户", "KH001", "客户甲");
    await choose(page, page.locator("#section-routing"), "始发港", "PVG");
    await choose(page, page.locator("#section-routing"), "目的港", "FRA");
    await fill(page, "航班号", "X9101");
    await fill(page, "操作库房", "KF01");
    await page.getByRole("switch", { name: "库内" }).click();
    await fill(page, "中文品名", "服装");
    await fill(page, "英文品名", "GARMENTS");
    await fill(page, "预报件数", "12");
    await fill(page, "预报毛重", "480");
    await fill(page, "预报体积", "3.6");
    // The cursor is in it: Tab goes down the planned figures.
    await expect(field(page, "预报计费重量")).toHaveValue("600");
    await field(page, "预报计费重量").press("Tab");
    await expect(field(page, "预报计费重量")).toHaveValue("600.00");
    await expect(page.locator('[data-field="planDensity"]')).toHaveText("133.33");
  });

  await test.step("a master number whose check digit is wrong is refused at its field", async () => {
    await fill(page, "主单号", "99012345670");
    await expect(field(page, "主单号")).toHaveValue("990-12345670");
    await page.getByRole("button", { name: /^保\s*存$/ }).click();
    await expect(finding(page, "awbNumber")).toHaveText("请输入主单号");
    await expect(field(page, "主单号")).toHaveAttribute("aria-invalid", "true");
    await expect(page).toHaveURL(/\/af_order_edit$/);
    await expect(field(page, "预报毛重")).toHaveValue("480.0");
  });

  await test.step("a right one is taken from the stock", async () => {
    await fill(page, "主单号", "990-12345675");
    await fillParty(page, "发货人", {
      名称: "DEMO CUSTOMER A TRADING CO. LTD",
      地址: "1 DEMO ROAD",
      国家: "CN",
      城市: "SHANGHAI",
      邮编: "200000",
      电话: "86 21 00000000",
    });
    await fillParty(page, "收货人", {
      名称: "DEMO CONSIGNEE GMBH",
      地址: "2 DEMO STRASSE",
      国家: "DE",
      城市: "FRANKFURT",
      邮编: "60547",
      电话: "49 69 0000000",
    });
    await page.getByRole("button", { name: /^保\s*存$/ }).click();
    await expect(page).toHaveURL(/\/af_order_edit\?o=[0-9a-f]{32}$/);
    uuid = new URL(page.url()).searchParams.get("o") ?? "";
    await expect(page.locator(".order-figures")).toContainText("舱位确认");
    await expect(page.locator(".order-figures")).toContainText("12 / 480.0 / 3.600 / 600.00");
    await page.goto("/af_awb");
    await page.getByRole("button", { name: /已配单/ }).click();
    await expect(page.locator(".row-table").filter({ visible: true }).getByText("990-12345675")).toBeVisible();
  });

  await test.step("the waybill is made and printed", async () => {
    await page.goto(`/af_order_edit?o=${uuid}`);
    await page.getByRole("button", { name: "更多操作" }).click();
    await page.getByRole("menuitem", { name: "主单制单" }).click();
    await expect(page.getByRole("heading", { name: /主单制单/ })).toContainText("990-12345675");
    await makeWaybill(page);
    await page.getByRole("button", { name: /打\s*印/ }).click();
    const dialog = page.getByRole("dialog");
    const downloading = page.waitForEvent("download");
    await dialog.getByRole("button", { name: /下\s*载/ }).click();
    const text = pdfText(await (await downloading).path());
    for (const part of ["990-12345675", "DEMO CUSTOMER A TRADING CO. LTD", "DEMO CONSIGNEE GMBH", "GARMENTS", "480.0", "600.0"]) {
      expect(text, part).toContain(part);
    }
  });

  let link = "";
  await test.step("the customer gets a link", async () => {
    await page.goto(`/af_order_edit?o=${uuid}`);
    await page.getByRole("button", { name: "更多操作" }).click();
    await page.getByRole("menuitem", { name: "分享" }).click();
    await page.getByRole("button", { name: "生成链接" }).click();
    await expect(page.getByRole("img", { name: "二维码" })).toBeVisible();
    link = await page.getByRole("textbox", { name: "分享链接" }).inputValue();
    expect(link).toMatch(new RegExp(`/externalOrderTrack\\?o=af${uuid}&code=[a-z0-9]{26}$`, "i"));
  });

  await test.step("the airline's message moves the shipment on", async () => {
    await page.goto(`/af_order_edit?o=${uuid}&tab=track`);
    await page.getByRole("button", { name: "粘贴报文" }).click();
    const dialog = page.getByRole("dialog");
    const day = messageDay(new Date());
    await dialog.getByRole("textbox").fill(`FSU/14\n990-12345675PVGFRA/T12K480\nDEP/X9101/${day}/PVGFRA/T12K480/A0015\n`);
    await dialog.getByRole("button", { name: /^录\s*入$/ }).click();
    await expect(page.getByText("新增 1 条轨迹，0 条已存在")).toBeVisible();
    await expect(page.locator(".order-tab, .form-sections").getByText("DEP").first()).toBeVisible();
  });

  await test.step("in a fresh browser without a session the flight status is read", async () => {
    const stranger = await browser.newContext({ locale: "zh-CN", storageState: undefined });
    const visit = await stranger.newPage();
    // req: track-route-external-order-track, track-page-parts
    await visit.goto(link);
    await expect(visit).toHaveTitle(/货物追踪/);
    await expect(visit.getByText("990-12345675").first()).toBeVisible();
    await expect(visit.getByText(/^DEP .+\(PVG\) \d{4}-\d\d-\d\d 00:15$/)).toBeVisible();
    for (const part of ["订单信息", "轨迹信息", "相关文件", "相关照片"]) await expect(visit.getByText(part, { exact: true })).toBeVisible();
    await expect(visit.getByRole("row", { name: /PVG.*FRA.*X9101/ })).toBeVisible();
    // req: track-route-external-order-delivery-notice
    const notice = (await visit.getByRole("link", { name: "仓库送货通知" }).getAttribute("href")) ?? "";
    await visit.goto(new URL(notice, link).href);
    await expect(visit.getByRole("heading", { name: "仓库送货通知" })).toBeVisible();
    await expect(visit.getByText("KF01")).toBeVisible();
    await expect(visit.getByText("480.0")).toBeVisible();
    await expect(visit).toHaveURL(/\/externalOrderDeliveryNotice\?o=af/);
    await stranger.close();
  });

  await test.step("a user of another company finds none of it", async () => {
    const other = await Caller.of(request, "sh01", "DEMOSH");
    const calls: [string, string, unknown?][] = [
      ["GET", `/afbase/order/view/${uuid}`],
      ["GET", `/afbase/order/tracks?orderUuid=${uuid}`],
      ["GET", `/afbase/awbPrint/viewByOrderUuid/${uuid}`],
      ["GET", `/afbase/orderShare/link/${uuid}`],
      ["POST", "/afbase/order/doUpdate", { orderUuid: uuid, rowUuid: "0" }],
      ["POST", `/afbase/order/lease/${uuid}`, {}],
      ["POST", "/afbase/orderShare/createLink", { orderUuid: uuid, validity: "7" }],
    ];
    for (const [method, path, body] of calls) {
      const { status } = await other.call(method, path, body);
      expect(status, `${method} ${path}`).toBe(404);
    }
  });
});

/** Completes what the order does not know, and saves. */
async function makeWaybill(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^(保\s*存|暂\s*存)$/ }).click();
  await expect(page.getByText("已暂存")).toBeVisible();
}
