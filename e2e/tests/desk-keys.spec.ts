/** Issue 25: by keyboard alone and with few keys besides what is typed, from a new order to a shared link, and to a drawn bill. */
import { type Locator, type Page } from "@playwright/test";
import { field } from "../support/form.ts";
import { pdfText } from "../support/pdf.ts";
import { logIn } from "../support/people.ts";
import { expect, test } from "../support/test.ts";

/** Keys besides typed data and Tab. */
const KEYS_MAX = 25;
/** More stops than any page has between two places one wants to be at. */
const STOPS_MAX = 150;
const DAY = 24 * 60 * 60 * 1000;

/** A keyboard that counts every key but Tab and what is typed. */
class Keyboard {
  readonly pressed: string[] = [];

  constructor(private readonly page: Page) {}

  async press(key: string): Promise<void> {
    this.pressed.push(key);
    await this.page.keyboard.press(key);
  }

  /** Goes on with Tab until a place is reached. */
  async tabTo(to: Locator): Promise<void> {
    await expect(to).toBeVisible();
    for (let stops = 0; stops < STOPS_MAX; stops += 1) {
      if (await to.evaluate((element) => element === document.activeElement)) return;
      await this.page.keyboard.press("Tab");
    }
    throw new Error(`${String(to)} is not within ${STOPS_MAX} tabs`);
  }

  async type(to: Locator, text: string): Promise<void> {
    await this.tabTo(to);
    await this.page.keyboard.type(text);
  }

  /** Types a keyword and takes the first option it leaves. */
  async take(to: Locator, keyword: string): Promise<void> {
    await this.type(to, keyword);
    const options = this.page.locator(".ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option");
    await expect(options.first()).toContainText(keyword);
    await this.press("Enter");
  }
}

/** Begins an order of a scope for a customer by the palette. */
async function begin(page: Page, keys: Keyboard, scope: string, customer: string): Promise<void> {
  await expect(page.getByRole("button", { name: "搜索菜单和单号" })).toBeVisible();
  await keys.press("Control+k");
  await expect(page.getByPlaceholder(/拼音首字母/)).toBeFocused();
  await page.keyboard.type(`新增${scope} ${customer}`);
  await expect(page.getByText(new RegExp(`新增${scope}.*：${customer}`)).first()).toBeVisible();
  await keys.press("Enter");
  await expect(page).toHaveURL(/_order_edit\?coopId=\d+/);
  await expect(field(page, "客户单号")).toBeFocused();
}

test(`an air export goes from a new order to a shared link with at most ${KEYS_MAX} keys besides typed data and Tab`, async ({ page }) => {
  await logIn(page, "op01");
  const keys = new Keyboard(page);
  await test.step("an order of a customer is begun by the palette", () => begin(page, keys, "空运出口", "客户甲"));

  await test.step("it is filled in, with a number of the stock", async () => {
    await keys.take(field(page, "服务产品"), "代理制");
    await keys.take(field(page.locator("#section-routing"), "始发港"), "PVG");
    await keys.take(field(page.locator("#section-routing"), "目的港"), "FRA");
    await keys.type(field(page, "航班号"), "X9101");
    await keys.type(field(page, "中文品名"), "服装");
    await keys.type(field(page, "英文品名"), "GARMENTS");
    await keys.type(field(page, "预报件数"), "12");
    await keys.type(field(page, "预报毛重"), "480");
    await keys.type(field(page, "预报体积"), "3.6");
    await keys.tabTo(field(page, "主单号"));
    await keys.press("F2");
    await expect(field(page, "主单号")).toHaveValue(/^990-\d{8}$/);
    await keys.press("Control+s");
    await expect(page).toHaveURL(/\/af_order_edit\?o=[0-9a-f]{32}/);
  });

  await test.step("its link is shared", async () => {
    await keys.tabTo(page.getByRole("button", { name: "更多操作" }));
    await keys.press("Enter");
    const share = page.getByRole("menuitem", { name: "分享" });
    await expect(share).toBeVisible();
    while (!(await share.evaluate((item) => item === document.activeElement || item.contains(document.activeElement) || item.className.includes("-active")))) {
      await keys.press("ArrowDown");
      expect(keys.pressed.length, keys.pressed.join(" ")).toBeLessThanOrEqual(KEYS_MAX);
    }
    await keys.press("Enter");
    await keys.tabTo(page.getByRole("button", { name: "生成链接" }));
    await keys.press("Enter");
    await expect(page.getByRole("textbox", { name: "分享链接" })).toHaveValue(/\/externalOrderTrack\?o=af[0-9a-f]{32}&code=[a-z0-9]{26}$/i);
  });

  expect(keys.pressed.length, keys.pressed.join(" ")).toBeLessThanOrEqual(KEYS_MAX);
});

test(`a sea export goes from a new order to a drawn bill of lading with at most ${KEYS_MAX} keys besides typed data and Tab`, async ({ page }) => {
  const number = "TSTSHA990001";
  await logIn(page, "op01");
  const keys = new Keyboard(page);
  await test.step("an order of a customer is begun by the palette", () => begin(page, keys, "海运出口", "客户乙"));

  await test.step("it is filled in and saved", async () => {
    const departure = new Date(Date.now() + 5 * DAY).toISOString().slice(0, 10).replaceAll("-", "");
    await keys.take(field(page, "服务产品"), "订舱");
    await keys.take(field(page, "装货港"), "CNSHA");
    await keys.take(field(page, "卸货港"), "DEHAM");
    for (const [label, text] of [
      ["船名", "TEST OCEAN"],
      ["航次", "025W"],
      ["离港日期 ETD", departure],
      ["主提单号", number],
      ["中文品名", "机械配件"],
      ["英文品名", "MACHINE PARTS"],
      ["预报件数", "100"],
      ["预报毛重", "5000"],
      ["预报体积", "20"],
    ] as const) {
      await keys.type(field(page, label), text);
    }
    await keys.press("Control+s");
    await expect(page).toHaveURL(/\/se_order_edit\?o=[0-9a-f]{32}/);
  });

  await test.step("its bill is typed and drawn", async () => {
    await keys.tabTo(page.getByRole("button", { name: "提单制单" }));
    await keys.press("Enter");
    const shipper = page.locator('[data-field="shipper.scName"] input');
    await keys.tabTo(shipper);
    await keys.press("Control+a");
    await page.keyboard.type("DEMO SHIPPER CO. LTD");
    await keys.press("Control+s");
    await keys.tabTo(page.getByRole("button", { name: /^打\s*印$/ }));
    await keys.press("Enter");
    const dialog = page.getByRole("dialog").filter({ hasText: "打印提单" });
    await keys.tabTo(dialog.getByRole("button", { name: /^下\s*载$/ }));
    const drawing = page.waitForEvent("download");
    await keys.press("Enter");
    const text = pdfText(await (await drawing).path());
    for (const part of [number, "DEMO SHIPPER CO. LTD", "TEST OCEAN", "MACHINE PARTS"]) expect(text, part).toContain(part);
  });

  expect(keys.pressed.length, keys.pressed.join(" ")).toBeLessThanOrEqual(KEYS_MAX);
});
