/** A rate card from its first field to its new version, by keys alone: typed, pasted from a spreadsheet, checked, put in force. */
import { followBrowser, seriousFaults } from "../support/axe.ts";
import { go, take, type } from "../support/keys.ts";
import { logIn } from "../support/people.ts";
import { expect, test } from "../support/test.ts";

test("a rate card is entered, checked, put in force and replaced by keys alone", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await followBrowser(context);
  await logIn(page, "demo-admin");
  await page.goto("/css_rate_card");
  const drawer = page.getByRole("dialog").filter({ has: page.locator(".sheet-grid, .form-grid") });
  // Drafts are edited, cards in force get a new version.
  const row = (button: "修改" | "新版本") =>
    page.getByRole("row").filter({ has: page.getByRole("button", { name: button, exact: true }) });
  const press = async (of: "修改" | "新版本", button: string) => {
    await go(page, row(of).getByRole("button", { name: button, exact: true }));
    await page.keyboard.press("Enter");
  };
  const putInForce = async () => {
    const question = page.getByRole("dialog").filter({ hasText: "确认生效" });
    await press("修改", "生效");
    await expect(question).toBeVisible();
    await go(page, question.getByRole("button", { name: /^确\s*定$/ }));
    await page.keyboard.press("Enter");
    await expect(question).toHaveCount(0);
    await expect(row("修改")).toHaveCount(0);
  };
  const cell = (at: number, name: string) => drawer.locator(`[data-field="breaks.${at}.${name}"]`);

  await test.step("the head is typed, forty breaks are pasted", async () => {
    await go(page, page.getByRole("button", { name: "新增" }).first());
    await page.keyboard.press("Enter");
    await expect(drawer).toBeVisible();
    await take(page, drawer, "收付", "应收");
    await take(page, drawer, "业务范畴", "空运出口");
    await take(page, drawer, "服务项目", "空运费", /AE GX01/);
    await type(page, drawer, "生效日期", "20260801");
    await type(page, drawer, "失效日期", "20271231");
    await type(page, drawer, "始发", "PVG");
    await type(page, drawer, "目的", "FRA");
    await take(page, drawer, "计费标准", "计费重量");
    await go(page, drawer.getByRole("button", { name: "添加一行" }));
    await page.keyboard.press("Enter");
    await expect(drawer.locator(".sheet-input")).toBeFocused();
    const lines = Array.from({ length: 40 }, (_, at) => `${at * 25}\t${60 - at}.5`);
    lines[3] = "75\tabc";
    await page.evaluate((text) => navigator.clipboard.writeText(text), ["起（数量）\t单价", ...lines].join("\r\n"));
    await page.keyboard.press("Control+v");
    await expect(cell(2, "from")).toHaveText(/^50/);
    await expect(cell(3, "price")).toHaveAttribute("aria-invalid", "true");
  });

  await test.step("what is wrong is found, mended and saved", async () => {
    await page.keyboard.press("Control+s");
    await expect(drawer.locator(".findings li")).toHaveCount(1);
    await page.keyboard.press("Control+Home");
    for (const key of ["ArrowDown", "ArrowDown", "ArrowDown", "ArrowRight"]) await page.keyboard.press(key);
    await expect(drawer.locator(".sheet-input")).toHaveAccessibleName("单价 第4行");
    await expect(drawer.locator(".sheet-status")).toHaveText("请输入数字");
    await page.keyboard.type("57.5");
    await page.keyboard.press("Enter");
    await expect(cell(3, "price")).toHaveText(/^57\.5/);
    await page.keyboard.press("Control+s");
    await expect(drawer).toHaveCount(0);
    await expect(row("修改")).toContainText("CNY 0+ 60.50 / 25+ 59.50");
    await expect(row("修改")).toContainText("975+ 21.50");
    expect(await seriousFaults(page)).toEqual([]);
  });

  await test.step("试算 tells that no card is in force, then the card and its amount", async () => {
    const tried = page.getByRole("dialog").filter({ hasText: "试算" });
    const open = async () => {
      await go(page, page.getByRole("button", { name: "试算" }));
      await page.keyboard.press("Enter");
      await take(page, tried, "收付", "应收");
      await take(page, tried, "业务范畴", "空运出口");
      await take(page, tried, "服务项目", "空运费", /AE GX01/);
      await type(page, tried, "计费日期", "20260815");
      await type(page, tried, "始发", "PVG");
      await type(page, tried, "目的", "FRA");
      await type(page, tried, "数量", "100");
      await page.keyboard.press("Control+Enter");
    };
    await open();
    await expect(tried).toContainText("未匹配价目");
    await expect(tried).toContainText("未生效");
    await page.keyboard.press("Escape");
    await expect(tried).toHaveCount(0);
    await putInForce();
    await open();
    await expect(tried).toContainText("CNY 5650.00");
    await page.keyboard.press("Escape");
    await expect(tried).toHaveCount(0);
  });

  await test.step("a new version begins as the card is, and ends it", async () => {
    await press("新版本", "新版本");
    await expect(drawer).toBeVisible();
    await expect(cell(0, "price")).toHaveText(/^60\.5/);
    await type(page, drawer, "生效日期", "20261001");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Control+s");
    await expect(drawer).toHaveCount(0);
    await putInForce();
    await expect(page.getByRole("row").filter({ hasText: "2026-09-30" })).toBeVisible();
    await expect(row("新版本").filter({ hasText: "2026-10-01" })).toBeVisible();
  });
});
