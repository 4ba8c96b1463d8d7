/** Texts of strangers on the public pages: drawn as they are, and nothing else comes of them. */
import type { Browser, Page } from "@playwright/test";
import { makeOrder } from "../support/orders.ts";
import { Caller } from "../support/people.ts";
import { expect, test } from "../support/test.ts";

/** Ends a script, sends the visitor away at once, and opens a quote that would carry the rest of the page along. */
const HOSTILE = `</script><meta http-equiv=refresh content="0;url=http://127.0.0.1:9/x"><img src=x onerror=hit=1>\u2028<!--"'`;
/** A part of it that a page draws letter by letter. */
const DRAWN = `<img src=x onerror=hit=1>`;
const UUID = "0123456789abcdef0123456789abcdef";
const DAY = 24 * 60 * 60 * 1000;
const day = (offset: number): string => new Date(Date.now() + offset * DAY).toISOString().slice(0, 10);

interface Watched {
  page: Page;
  /** What went wrong, and where the page went or asked that is not the product. */
  faults: string[];
}

async function stranger(browser: Browser): Promise<Watched> {
  const context = await browser.newContext({ locale: "zh-CN", viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("pageerror", (fault) => faults.push(String(fault)));
  page.on("console", (line) => line.type() === "error" && faults.push(line.text()));
  page.on("dialog", (dialog) => faults.push(`dialog ${dialog.message()}`));
  page.on("request", (request) => {
    const { hostname, port, pathname } = new URL(request.url());
    if (hostname === "127.0.0.1" && (port === "9" || pathname === "/x")) faults.push(`request ${request.url()}`);
  });
  return { page, faults };
}

/** The page stands where it was opened, of its own elements alone, and draws the text. */
async function standsAlone({ page, faults }: Watched, opened: string): Promise<void> {
  await expect(page.getByText(DRAWN).first(), opened).toBeVisible();
  const found = await page.evaluate(() => {
    const all = (selector: string): string[] => [...document.querySelectorAll(selector)].map((one) => one.outerHTML);
    return {
      sent: all("meta[http-equiv], base, iframe, object, embed, form[action]"),
      pictures: all("img").filter((one) => one.includes("onerror") || / src="?x"?[ >]/.test(one)),
      handlers: [...document.querySelectorAll("*")].filter((one) => [...one.attributes].some((own) => own.name.startsWith("on"))).length,
      scripts: [...document.querySelectorAll("script")].filter((one) => one.id !== "first" && !one.src).length,
      hit: "hit" in window,
    };
  });
  expect(found, opened).toEqual({ sent: [], pictures: [], handlers: 0, scripts: 0, hit: false });
  expect(page.url(), opened).toContain(opened.split("?")[0] ?? "");
  expect(faults, opened).toEqual([]);
}

/** An answer with the text behind every text it holds; `codes`: behind those too that only the program reads. */
function spoiled(answer: unknown, codes: boolean): unknown {
  if (Array.isArray(answer)) return answer.map((one) => spoiled(one, codes));
  if (typeof answer === "object" && answer !== null) {
    return Object.fromEntries(Object.entries(answer).map(([name, one]) => [name, spoiled(one, codes)]));
  }
  if (typeof answer !== "string" || answer === "") return answer;
  const words = /[^\x20-\x7e]/.test(answer) || /[a-z] [a-z]/i.test(answer);
  return words || codes ? `${answer}${HOSTILE}` : answer;
}

test("an order of any kind is shown as its texts were typed", async ({ browser, request }) => {
  const op = await Caller.of(request, "op01");
  const goods = { goodsNameCn: HOSTILE.slice(0, 100), goodsNameEn: HOSTILE.slice(0, 100) };
  const air = await makeOrder(op, { goodsNameCn: goods.goodsNameCn });
  const [customer] = await op.data<{ value: string }[]>("GET", "/platform/select/coop?role=customer&keyword=KH001");
  const sea = await op.data<{ orderUuid: string }>("POST", "/sc/order/se", {
    ...goods,
    coopId: customer?.value,
    businessProduct: "全程出口",
    departureStation: "CNSHA",
    arrivalStation: "DEHAM",
    expectDeparture: day(9),
    shipName: HOSTILE.slice(0, 30),
    mlbNumber: "TSTSHA260791",
    contractNumber: HOSTILE.slice(0, 50),
    planPieces: 12,
    planWeight: 1850,
    planVolume: 11,
    containerList: [{ containerType: "40HQ", quantity: 2 }],
  });
  await op.data("POST", "/sc/track/doSave", {
    orderUuid: sea.orderUuid,
    code: "BKCF",
    place: HOSTILE.slice(0, 100),
    remark: HOSTILE,
    eventTime: `${day(-2)} 08:00:00`,
  });
  for (const { orderUuid } of [air, sea]) {
    const link = await op.data<{ o: string; code: string }>("POST", "/afbase/orderShare/createLink", { orderUuid });
    const opened = `/externalOrderTrack?o=${link.o}&code=${link.code}`;
    const watched = await stranger(browser);
    const html = await (await watched.page.request.get(opened)).text();
    expect(html.match(/<script/g), "the page's own and the one with the answer").toHaveLength(2);
    expect(html).not.toContain("<meta http-equiv");
    await watched.page.goto(opened);
    await standsAlone(watched, opened);
    await watched.page.context().close();
  }
});

const POUCH = {
  pouchNumber: "WD-2607150001", mawbNumber: "990-12345675", flightNo: "X9101", flightDate: "2026-07-18",
  departureStation: "PVG", arrivalStation: "FRA", sealNo: "F0012", state: "HANDED", stateName: "已交接",
  receiver: "王收", receivedTime: "2026-07-18 08:00:00", orgName: "测试货代",
  documents: [
    { docType: "主运单", docNo: "990-12345675", originals: 3, copies: 0, fileName: "主单.pdf", fileUrl: "/afbase/external/cargoPouch/t0k/file/1", remark: "随机" },
    { docType: "货物舱单", docNo: null, originals: 1, copies: 1, fileName: "舱单.xlsx", fileUrl: null, remark: "急件" },
  ],
};

const ASKED = {
  orgName: "演示货运", inquiryCode: "XJ-2607150001", departureStation: "PVG", departureName: { zh: "上海浦东", en: "Shanghai" },
  arrivalStation: "LAX", arrivalName: { zh: "洛杉矶", en: "Los Angeles" }, transitAllowed: true, readyDate: "2026-07-17",
  goodsNameCn: "普货", goodsType: { zh: "普货", en: "General" }, batteryType: { zh: "不含电池", en: "No batteries" },
  stackable: true, turnable: false, pieces: 10, weight: "500.0", volume: "3.000", chargeWeight: "500.00", density: "166.67",
  dimensions: [{ length: 60, width: 50, height: 50, pieces: 10 }], services: ["pickUp"], answerBy: "2126-07-16 18:00:00",
  now: "2126-07-15 10:00:00", closed: false, state: "", currencies: ["CNY", "USD"], quote: null, files: [],
};

const BILL = {
  orgName: "演示货运", kind: "NOTE", state: "OPEN", number: "AE-DN-2607140001", customer: "客户甲", until: "2126-08-14 10:00", said: null,
  bill: {
    date: "2026-07-14", dueDate: "2026-08-25", remark: "备注", orderCode: "AE-2607140001", bizNumber: "990-12345686",
    amounts: ["CNY 20,000.00"], count: 1, rows: [{ name: { zh: "空运费", en: "Air freight" }, amount: "CNY 20,000.00" }],
  },
};

test("answers of every public page are drawn and never run, whatever stands in them", async ({ browser, request }) => {
  const op = await Caller.of(request, "op01");
  const admin = await Caller.of(request, "demo-admin");
  const yard = await admin.data<{ id: string }>("POST", "/sc/warehouse", {
    code: "CY19",
    nameCn: "测试堆场二",
    yardKind: "堆场CY",
    placeCode: "CNSHA",
    address: "测试港区2号门",
    contact: "场站调度",
    tel: "021-55550000",
    longitude: "121.600000",
    latitude: "31.300000",
  });
  const [partner] = await op.data<{ value: string }[]>("GET", "/platform/select/coop?role=customer&keyword=KH001");
  const { orderUuid } = await op.data<{ orderUuid: string }>("POST", "/sc/order/se", {
    coopId: partner?.value,
    goodsNameCn: "机械配件",
    goodsNameEn: "MACHINE PARTS",
    businessProduct: "全程出口",
    departureStation: "CNSHA",
    arrivalStation: "DEHAM",
    expectDeparture: day(9),
    shipName: "TEST OCEAN",
    mlbNumber: "TSTSHA260790",
    planPieces: 12,
    planWeight: 1850,
    planVolume: 11,
    containerList: [{ containerType: "40HQ", quantity: 2 }],
    gateYardId: yard.id,
    pickUp: true,
  });
  const link = await op.data<{ o: string; code: string }>("POST", "/afbase/orderShare/createLink", { orderUuid });
  const [customer] = await admin.data<{ value: string }[]>("GET", "/platform/select/coop?role=customer&keyword=KH002");
  const sheet = await admin.data<{ code: string }>("POST", "/prm/coopInfo/invite", { coopId: customer?.value });
  const pages: { opened: string; answer?: object }[] = [
    { opened: `/seExternalOrderDeliveryNotice?o=${link.o}&flag=warehouse&code=${link.code}` },
    { opened: `/customer_info?code=${sheet.code}` },
    { opened: "/cargoPouchView/t0k", answer: POUCH },
    { opened: `/af_order_inquiry_quotation?o=${UUID}&code=k3y`, answer: ASKED },
    { opened: "/bill_confirm?code=k3y", answer: BILL },
  ];
  for (const { opened, answer } of pages) {
    for (const codes of [false, true]) {
      const watched = await stranger(browser);
      await watched.page.route(/\/external\//, async (route) => {
        const body = answer ? { code: 0, messageInfo: "", data: answer } : ((await (await route.fetch()).json()) as { data: unknown });
        await route.fulfill({ json: { ...body, data: spoiled(body.data, codes) } });
      });
      const answered = watched.page.waitForResponse(/\/external\//);
      await watched.page.goto(opened);
      await answered;
      // With codes that nobody knows a page may have nothing to say; it says no more than that.
      await (codes ? expect(watched.page.locator("#root > *").first()).toBeVisible() : standsAlone(watched, opened));
      const run = await watched.page.evaluate(() => "hit" in window || document.querySelector("meta[http-equiv], img[onerror]") !== null);
      expect(run, opened).toBe(false);
      expect(watched.faults.filter((fault) => fault.startsWith("request") || fault.startsWith("dialog")), opened).toEqual([]);
      await watched.page.unrouteAll({ behavior: "ignoreErrors" });
      await watched.page.context().close();
    }
  }
});
