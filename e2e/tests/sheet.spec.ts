/** The lines of a document and of a waybill in their spreadsheet: pasted from Excel, put right, taken back and saved, by keys alone. */
import type { Page } from "@playwright/test";
import { followBrowser, seriousFaults } from "../support/axe.ts";
import { field, fill } from "../support/form.ts";
import { makeOrder } from "../support/orders.ts";
import { Caller, logIn } from "../support/people.ts";
import { expect, test } from "../support/test.ts";

const line = (at: number) => {
  const [first, second] = [Math.floor(at / 26), at % 26].map((each) => String.fromCharCode(65 + each));
  return ["YY", "PVG", `X${first}${second}`, "CNY", "420", `${at + 40}.5`, "37.2", "33.93"];
};
const HEAD = ["航司", "始发", "目的", "币种", "M", "N", "Q45", "Q100"];

async function paste(page: Page, cells: string[][]): Promise<void> {
  const text = cells.map((row) => row.join("\t")).join("\r\n");
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.keyboard.press("Control+v");
}

test("40 lines are pasted, corrected, taken back, done again and saved", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await followBrowser(context);
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  await page.exposeFunction("refused", (style: string) => faults.push(style));
  // The component library's lock of the page behind a drawer is refused everywhere; the styles of the grid are not.
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ target }) => {
      const refused = target instanceof Element ? target.outerHTML : String(target);
      if (!refused.includes("rc-util-locker")) (window as unknown as { refused(style: string): void }).refused(refused);
    });
  });
  await logIn(page, "superAdmin");
  await page.goto("/af_tact_edition");
  await page.getByRole("button", { name: "新增版次" }).first().click();
  const drawer = page.getByRole("dialog").filter({ has: page.locator(".sheet-grid") });
  const cell = (row: number, name: string) => drawer.locator(`[data-field="lines.${row}.${name}"]`);
  const input = drawer.locator(".sheet-input");
  const status = drawer.locator(".sheet-status");
  const at = (column: string, row: number) => expect(input).toHaveAccessibleName(`${column} 第${row}行`);

  await test.step("a block with its head comes in at once, what is wrong in red with its reason", async () => {
    await drawer.locator("[data-field=editionNo] input").fill("2027-01");
    await fill(drawer, "生效日期", "20270101");
    await drawer.getByRole("button", { name: "添加一行" }).click();
    await at("航司", 1);
    await expect(input).toBeFocused();
    const lines = Array.from({ length: 40 }, (_, place) => line(place));
    lines[0]![5] = "abc";
    lines[1]![3] = "XYZ";
    await paste(page, [HEAD, ...lines]);
    await expect(cell(2, "arrival")).toHaveText("XAC");
    await expect(cell(2, "rateN")).toHaveText("42.50");
    await expect(cell(0, "rateN")).toHaveText("abc");
    await expect(cell(0, "rateN")).toHaveAttribute("aria-invalid", "true");
    await expect(cell(0, "rateN")).toHaveAttribute("title", "请输入数字");
    await expect(cell(1, "currency")).toHaveAttribute("title", "找不到“XYZ”，请从列表中选择");
    await drawer.getByRole("heading", { name: "运价明细" }).click();
    await expect(input).not.toBeFocused();
    expect(await seriousFaults(page)).toEqual([]);
  });

  await test.step("the list of findings leads to the cells, where they are put right", async () => {
    await page.keyboard.press("Control+s");
    await expect(drawer.locator(".findings li")).toHaveCount(2);
    await drawer.locator(".findings").getByRole("button", { name: /请输入数字/ }).click();
    await at("N", 1);
    await expect(status).toHaveText("请输入数字");
    await page.keyboard.type("40.5");
    await page.keyboard.press("Enter");
    await at("N", 2);
    await expect(cell(0, "rateN")).toHaveText("40.50");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await at("币种", 2);
    await page.keyboard.type("CNY");
    await expect(page.getByRole("option").filter({ hasText: "CNY" })).not.toHaveCount(0);
    await page.keyboard.press("Enter");
    await expect(drawer.locator(".findings")).toHaveCount(0);
  });

  await test.step("keys that come fast reach every cell, out of sight too", async () => {
    await page.keyboard.press("Control+End");
    await at("Q5000", 40);
    await page.keyboard.press("Home");
    for (let step = 0; step < 30; step++) await page.keyboard.press("ArrowUp");
    await at("航司", 10);
    await expect(cell(9, "carrierCode")).toBeInViewport();
    for (let step = 0; step < 4; step++) await page.keyboard.press("Tab");
    await page.keyboard.type("500");
    await page.keyboard.press("ArrowUp");
    await at("M", 9);
    await expect(cell(9, "minimum")).toHaveText("500.00");
  });

  await test.step("a block is filled down, copied, cut and cleared, and every step goes back", async () => {
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Shift+ArrowDown");
    await page.keyboard.press("Shift+ArrowDown");
    await page.keyboard.press("Control+d");
    await expect(cell(11, "minimum")).toHaveText("500.00");
    await page.keyboard.press("Control+c");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("500\r\n500\r\n500");
    await page.keyboard.press("Control+x");
    await expect(cell(10, "minimum")).toHaveText("");
    await page.keyboard.press("Control+z");
    await expect(cell(10, "minimum")).toHaveText("500.00");
    await page.keyboard.press("Control+z");
    await expect(cell(10, "minimum")).toHaveText("420.00");
    await page.keyboard.press("Control+y");
    await expect(cell(11, "minimum")).toHaveText("500.00");
  });

  await test.step("the mouse chooses cells and blocks, a double click edits", async () => {
    await cell(8, "departure").click();
    await at("始发", 9);
    await cell(8, "departure").dblclick();
    await expect(input).toHaveClass(/is-open/);
    await page.keyboard.press("Escape");
    await expect(drawer).toBeVisible();
    await at("始发", 9);
    const rows = async (block: string) => {
      const [one, all] = [await cell(8, "departure").boundingBox(), await drawer.locator(block).boundingBox()];
      return Math.round((all?.height ?? 0) / (one?.height ?? 1));
    };
    await cell(8, "departure").hover();
    await page.mouse.down();
    await cell(9, "arrival").hover();
    // The block follows the pointer a moment later.
    await expect.poll(() => rows(".temp-bg-range")).toBe(2);
    await page.mouse.up();
    await expect.poll(() => rows(".selection-border-range")).toBe(2);
    await page.keyboard.press("Control+c");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("PVG\tXAI\r\nPVG\tXAJ");
  });

  await test.step("what is saved is what was pasted and put right", async () => {
    const [asked] = await Promise.all([
      page.waitForRequest((request) => request.method() === "POST" && new URL(request.url()).pathname === "/afbase/tactPublic/edition"),
      page.keyboard.press("Control+s"),
    ]);
    const { lines } = asked.postDataJSON() as { lines: Record<string, unknown>[] };
    expect(lines).toHaveLength(40);
    expect(lines[0]).toMatchObject({ carrierCode: "YY", departure: "PVG", arrival: "XAA", currency: "CNY", minimum: 420, rateN: 40.5, rate45: 37.2, rate100: 33.93, rate200: null });
    expect(lines.slice(9, 12).map(({ minimum }) => minimum)).toEqual([500, 500, 500]);
    await expect(drawer).toHaveCount(0);
    await expect(page.getByRole("row").filter({ hasText: "2027-01" })).toBeVisible();
  });
  expect(faults).toEqual([]);
});

test("the rate lines of a waybill take a block, say what is wrong in it, and give it back", async ({ page, context, request }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { orderUuid } = await makeOrder(await Caller.of(request, "op01"), { awbNumber: "990-12345712" });
  await logIn(page, "op01");
  await page.goto(`/af_mawb_make?o=${orderUuid}`);
  const cell = (row: number, name: string) => page.locator(`.sheet-cells [data-field="lines.${row}.${name}"]`);
  const input = page.locator(".awb-sheet .sheet-input");
  const pieces = cell(0, "pieces");
  await expect(pieces).toHaveText(/^\d+$/);
  const before = await pieces.innerText();
  await pieces.click();
  await expect(input).toHaveAccessibleName("件数 第1行");
  await paste(page, [
    ["3", "", "120.5", "Q"],
    ["4", "8", "80.123", "n"],
    ["5 PCS", "", "300", "M"],
  ]);
  await expect(cell(2, "pieces")).toHaveText("5");
  await expect(cell(1, "slac")).toHaveText("8");
  await expect(cell(1, "rateClass")).toHaveText("N");
  await expect(pieces).toHaveText("3");
  await expect(cell(1, "grossWeight")).toHaveAttribute("aria-invalid", "true");
  await expect(cell(1, "grossWeight")).toHaveAttribute("title", "毛重最多2位小数，总长度不超过7位");
  await page.keyboard.press("Control+z");
  await expect(cell(1, "pieces")).toHaveCount(0);
  await expect(pieces).toHaveText(before);
  await expect(cell(0, "grossWeight")).not.toHaveAttribute("aria-invalid", "true");
});

test("on a phone the lines are cards", async ({ page }) => {
  await logIn(page, "superAdmin");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/af_tact_edition");
  await page.getByRole("button", { name: "新增版次" }).first().click();
  await page.getByRole("button", { name: "添加一行" }).click();
  await expect(field(page, "航司 1")).toBeVisible();
  await expect(page.locator(".sheet-grid")).toHaveCount(0);
});
