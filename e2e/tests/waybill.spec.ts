/** Issue 25, 21: the cargo of a waybill at a desk of 1440 points, with its messages beside it. */
import type { Page } from "@playwright/test";
import { makeOrder } from "../support/orders.ts";
import { Caller, logIn } from "../support/people.ts";
import { expect, test } from "../support/test.ts";

/** Columns of the cargo, that of the numbers before them and that of the crosses behind. */
const COLUMNS = 1 + 11 + 1;

/** Heads of the cargo's columns that lie inside what is seen of the grid, and those that don't. */
function heads(page: Page): Promise<{ inside: number; outside: string[]; scrolls: boolean }> {
  return page.evaluate(() => {
    const grid = document.querySelector(".awb-sheet .sheet-cells");
    const edge = grid?.getBoundingClientRect() ?? new DOMRect();
    const all = [...(grid?.querySelectorAll<HTMLElement>("revogr-header .rgHeaderCell") ?? [])];
    const cut = (head: HTMLElement) => {
      const { left, right } = head.getBoundingClientRect();
      return left < edge.left - 1 || right > edge.right + 1;
    };
    const view = grid?.querySelector<HTMLElement>("revogr-viewport-scroll.rgCol");
    return {
      inside: all.filter((head) => !cut(head)).length,
      outside: all.filter(cut).map((head) => head.innerText),
      scrolls: view ? view.scrollWidth > view.clientWidth + 1 : true,
    };
  });
}

async function seesEveryColumn(page: Page): Promise<void> {
  // The messages stand beside the sheet unless their user has closed them.
  await expect(page.getByRole("complementary", { name: "航司将收到的报文" })).toBeVisible();
  await expect(page.locator(".awb-sheet .sheet-input")).toBeAttached();
  await page.locator(".awb-sheet .sheet-cells").scrollIntoViewIfNeeded();
  // The widths follow the room that is left.
  await expect.poll(() => heads(page)).toMatchObject({ outside: [], scrolls: false, inside: COLUMNS });
}

test("a master and a house waybill show every column of their cargo beside the messages (21)", async ({ page, request }) => {
  const op = await Caller.of(request, "op01");
  const { orderUuid } = await makeOrder(op, { awbNumber: "990-12345712" });
  const hawb = { hawbNumber: "HA902", pieces: 5, weight: 200, volume: 1.5, departureStation: "PVG", arrivalStation: "FRA" };
  await op.data("POST", "/afbase/hawb/doSave", { orderUuid, hawb });
  await logIn(page, "op01");
  await test.step("the master", async () => {
    await page.goto(`/af_mawb_make?o=${orderUuid}`);
    await seesEveryColumn(page);
  });
  await test.step("a house, with the other houses above it", async () => {
    await page.goto(`/hawb_info_page?o=${orderUuid}`);
    await expect(page.getByRole("navigation", { name: "分单" })).toBeVisible();
    await seesEveryColumn(page);
  });
});
