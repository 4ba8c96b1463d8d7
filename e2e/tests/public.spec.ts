/** What customers, drivers and agents see without signing in, of orders of every scope. */
import type { Browser, Page } from "@playwright/test";
import { Caller } from "../support/people.ts";
import { expect, test } from "../support/test.ts";

interface Shared {
  uuid: string;
  o: string;
  code: string;
}

const DAY = 24 * 60 * 60 * 1000;
const day = (offset: number): string => new Date(Date.now() + offset * DAY).toISOString().slice(0, 10);

/** The id of what a select offers first. */
async function pick(op: Caller, select: string): Promise<string> {
  const [first] = await op.data<{ value: string }[]>("GET", `/platform/select/${select}`);
  return first?.value ?? "";
}

async function shared(op: Caller, scope: string, order: object): Promise<Shared> {
  const coopId = await pick(op, "coop?role=customer&keyword=KH001");
  const goods = { coopId, goodsNameCn: "机械配件", goodsNameEn: "MACHINE PARTS" };
  const { orderUuid: uuid } = await op.data<{ orderUuid: string }>("POST", `/sc/order/${scope}`, { ...goods, ...order });
  const link = await op.data<{ o: string; code: string }>("POST", "/afbase/orderShare/createLink", { orderUuid: uuid });
  return { uuid, ...link };
}

/** A browser that has never been here, as wide as asked for. */
async function stranger(browser: Browser, width: number): Promise<Page> {
  const context = await browser.newContext({ locale: "zh-CN", viewport: { width, height: 844 } });
  return context.newPage();
}

/** Nothing has to be moved sideways. */
async function fits(page: Page): Promise<void> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(over, page.url()).toBe(0);
}

const SEA = {
  businessProduct: "全程出口",
  departureStation: "CNSHA",
  arrivalStation: "DEHAM",
  expectDeparture: day(9),
  shipName: "TEST OCEAN",
  shipVoyageNumber: "025W",
  mlbNumber: "TSTSHA260799",
  contractNumber: "HT-01",
  planPieces: 1200,
  planWeight: 18500,
  planVolume: 118,
  containerList: [{ containerType: "40HQ", quantity: 2 }],
};

test("a customer follows a shipment by sea, on a phone and at a desk", async ({ browser, request }) => {
  const op = await Caller.of(request, "op01");
  const link = await shared(op, "se", SEA);
  await op.data("POST", "/sc/track/doSave", {
    orderUuid: link.uuid,
    code: "BKCF",
    place: "CNSHA",
    eventTime: `${day(-2)} 08:00:00`,
  });
  for (const width of [390, 1440]) {
    const page = await stranger(browser, width);
    // req: track-scope-se, track-sea-header, track-sea-sections, track-number-sea, track-ship-info
    await page.goto(`/externalOrderTrack?o=${link.o}&code=${link.code}`);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("TSTSHA260799");
    await expect(page.getByText("TEST OCEAN / 025W").first()).toBeVisible();
    for (const part of ["订单信息", "轨迹信息", "舱单信息", "相关文件", "相关照片"]) {
      await expect(page.getByText(part, { exact: true }).first()).toBeVisible();
    }
    await expect(page.getByText("2×40HQ").first()).toBeVisible();
    await expect(page.getByText("118.000").first()).toBeVisible();
    await expect(page.getByText("舱位确认").first()).toBeVisible();
    await expect(page.getByText("汉堡").first()).toBeVisible();
    await fits(page);
    await page.context().close();
  }
  const views = await Caller.of(request, "demo-admin");
  const links = await views.data<{ records: { id: string }[] }>("GET", "/afbase/orderShare/page");
  const seen = await views.data<{ total: number }>("GET", `/afbase/orderShare/views/${links.records[0]?.id}`);
  expect(seen.total).toBe(2);
});

test("a dead link and an unknown kind of order say so, and tell nothing", async ({ browser, request }) => {
  const op = await Caller.of(request, "op01");
  const link = await shared(op, "se", { ...SEA, mlbNumber: "TSTSHA260798" });
  const page = await stranger(browser, 390);
  await page.goto(`/externalOrderTrack?o=${link.o}&code=wrong`);
  await expect(page.getByText("订单不存在或链接已失效")).toBeVisible();
  await expect(page.getByText("TSTSHA260798")).toHaveCount(0);
  // req: track-open-scope-unknown
  await page.goto(`/externalOrderTrack?o=xx${link.uuid}&code=${link.code}`);
  await expect(page.getByText("操作失败，暂不支持该业务类型的订单查询")).toBeVisible();
  await page.context().close();
});

test("hostile texts are shown as they were typed and never run", async ({ browser, request }) => {
  const op = await Caller.of(request, "op01");
  const hostile = `</script><script>window.hit=1</script><img src=x onerror="window.hit=1">{{7*7}}`;
  const text = (most: number): string => hostile.slice(0, most);
  const link = await shared(op, "se", {
    ...SEA,
    mlbNumber: "TSTSHA260796",
    goodsNameCn: hostile,
    goodsNameEn: hostile,
    contractNumber: text(50),
    customerNumber: text(50),
  });
  await op.data("POST", "/sc/track/doSave", {
    orderUuid: link.uuid,
    code: "BKCF",
    place: hostile,
    remark: hostile,
    eventTime: `${day(-2)} 08:00:00`,
  });
  const page = await stranger(browser, 390);
  const faults: string[] = [];
  page.on("pageerror", (fault) => faults.push(String(fault)));
  await page.goto(`/externalOrderTrack?o=${link.o}&code=${link.code}`);
  await expect(page.getByText(hostile, { exact: false }).first()).toBeVisible();
  await page.goto(`/externalOrderTrack?o=${encodeURIComponent(`se${hostile}`)}&code=${encodeURIComponent(hostile)}`);
  await expect(page.getByText("订单不存在或链接已失效")).toBeVisible();
  expect(await page.evaluate(() => (window as { hit?: number }).hit)).toBeUndefined();
  expect(faults).toEqual([]);
  await page.context().close();
});

test("a driver finds the yard of a ship and of a train", async ({ browser, request }) => {
  const admin = await Caller.of(request, "demo-admin");
  const yard = (code: string, nameCn: string, yardKind: string, placeCode: string) => ({
    code,
    nameCn,
    yardKind,
    placeCode,
    address: "测试港区1号门",
    contact: "场站调度",
    tel: "021-55550000",
    longitude: "121.600000",
    latitude: "31.300000",
  });
  const sea = await admin.data<{ id: string }>("POST", "/sc/warehouse", yard("CY09", "测试堆场", "堆场CY", "CNSHA"));
  const rail = await admin.data<{ id: string }>("POST", "/sc/tcWarehouse", yard("TY09", "测试铁路货场", "铁路货场", "XIAN"));
  const op = await Caller.of(request, "op01");
  const ship = await shared(op, "se", { ...SEA, mlbNumber: "TSTSHA260797", gateYardId: sea.id, pickUp: true });
  const train = await shared(op, "te", {
    businessProduct: "整箱班列",
    departureStation: "XIAN",
    arrivalStation: "DUIS",
    expectDeparture: day(7),
    trainNo: "X8001",
    planPieces: 400,
    planWeight: 16000,
    planVolume: 60,
    gateYardId: rail.id,
  });
  for (const width of [390, 1440]) {
    const page = await stranger(browser, width);
    // req: track-route-se-external-order-delivery-notice
    await page.goto(`/seExternalOrderDeliveryNotice?o=${ship.o}&flag=warehouse&code=${ship.code}`);
    await expect(page).toHaveTitle(/海运送货通知/);
    await expect(page).toHaveURL(/\/seExternalOrderDeliveryNotice\?/);
    await expect(page.getByText("测试港区1号门")).toBeVisible();
    await expect(page.getByText("TEST OCEAN / 025W").first()).toBeVisible();
    await fits(page);
    // req: track-route-te-external-order-delivery-notice
    await page.goto(`/teExternalOrderDeliveryNotice?o=${train.o}&flag=warehouse&code=${train.code}`);
    await expect(page).toHaveTitle(/铁路送货通知/);
    await expect(page.getByText("测试铁路货场")).toBeVisible();
    await expect(page.getByText("X8001").first()).toBeVisible();
    await page.goto(`/teExternalOrderDeliveryNotice?o=${train.o}&flag=x&code=${train.code}`);
    await expect(page.getByText("操作失败，未获取到查询信息")).toBeVisible();
    await page.context().close();
  }
});

test("a road order shows its lorry and leads to its notices", async ({ browser, request }) => {
  const op = await Caller.of(request, "op01");
  const stop = (kind: string, cityCode: string) => ({
    kind,
    cityCode,
    address: "测试路8号",
    contact: "仓管一",
    tel: "13800000011",
    timeFrom: `${day(1)} 08:00:00`,
    timeTo: `${day(1)} 12:00:00`,
    pieces: 40,
  });
  const link = await shared(op, "lc", {
    businessProduct: "整车",
    departureStation: "310100",
    arrivalStation: "330100",
    expectDeparture: day(1),
    planPieces: 40,
    planWeight: 3200,
    planVolume: 8,
    confirmPieces: 39,
    confirmWeight: 3200,
    confirmVolume: 8,
    driverNumber: "沪A12345",
    driverName: "司机甲",
    driverTel: "13800000000",
    stops: [stop("装", "310100"), stop("卸", "330100")],
    confirmed: ["order.tolerance"],
  });
  const page = await stranger(browser, 390);
  // req: track-scope-lc, track-lc-header, track-lc-vehicle, track-lc-delivery-notice
  await page.goto(`/externalOrderTrack?o=${link.o}&code=${link.code}`);
  await expect(page.getByText("上海市").first()).toBeVisible();
  await expect(page.getByText("杭州市").first()).toBeVisible();
  await expect(page.getByText("沪A12345").first()).toBeVisible();
  await fits(page);
  const notice = page.getByRole("link", { name: /送货通知/ }).first();
  await expect(notice).toHaveAttribute("href", new RegExp(`^/externalOrderDeliveryNotice\\?o=lc${link.uuid}&flag=`));
  await page.goto((await notice.getAttribute("href")) ?? "");
  await expect(page.getByText("测试路8号")).toBeVisible();
  await page.context().close();
});

test("pages that ask for a code open without signing in", async ({ browser }) => {
  const page = await stranger(browser, 390);
  // req: track-route-cargo-pouch-view
  await page.goto("/cargoPouchView");
  await expect(page).toHaveTitle(/随货文件袋/);
  await expect(page).toHaveURL(/\/cargoPouchView$/);
  await expect(page.getByLabel(/查看码/)).toBeVisible();
  // req: track-route-cargo-pouch-view-id
  await page.goto("/cargoPouchView/nosuchtoken");
  await expect(page.getByText("文件袋不存在或链接已失效")).toBeVisible();
  // req: pages-route-customer-info
  await page.goto("/customer_info?code=nosuchcode");
  await expect(page).toHaveTitle(/客户信息登记/);
  await expect(page.getByText("链接不存在或已失效")).toBeVisible();
  await fits(page);
  await page.goto("/bill_confirm?code=nosuchcode");
  await expect(page).toHaveTitle(/账单确认/);
  await expect(page.getByText("链接无效或已过期")).toBeVisible();
  await fits(page);
  await page.context().close();
});
