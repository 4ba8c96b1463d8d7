import { cleanup, createEvent, fireEvent, render, screen, waitFor, within } from "@testing-library/preact";
import { expect, it } from "vitest";
import { minutesLeft } from "../inquiry-asked";
import { answerOf } from "../inquiry-form";
import { money, scaled, totalOf } from "../inquiry-total";
import { at, fine, serve, type Answers, type Seen } from "../test-order";
import InquiryQuotationPage from "./inquiry-quotation";

const UUID = "0123456789abcdef0123456789abcdef";
/** Behind the beginning of the public calls. */
const BASE = "inquiry";
const LONG = { timeout: 30_000 };

/** The inquiry of the fixture as DL001's link shows it. */
const ASKED = {
  orgName: "演示货运", inquiryCode: "XJ-2607150001", departureStation: "PVG", departureName: { zh: "上海浦东", en: "Shanghai" },
  arrivalStation: "LAX", arrivalName: { zh: "洛杉矶", en: "Los Angeles" }, transitAllowed: true, readyDate: "2026-07-17",
  goodsNameCn: "普货", goodsType: { zh: "普货", en: "General" }, batteryType: { zh: "不含电池", en: "No batteries" },
  stackable: true, turnable: false, pieces: 10, weight: "500.0", volume: "3.000", chargeWeight: "500.00", density: "166.67",
  dimensions: [{ length: 60, width: 50, height: 50, pieces: 10 }], services: ["pickUp"], answerBy: "2026-07-16 18:00:00",
  now: "2026-07-15 10:00:00", closed: false, state: "", currencies: ["CNY", "USD"], quote: null, files: [],
};

async function open(change: object = {}, more: Answers = {}): Promise<Seen[]> {
  at(`?o=${UUID}&code=k3y`, "/af_order_inquiry_quotation");
  const seen = serve({ [`${BASE}/${UUID}`]: fine({ ...ASKED, ...change }), ...more });
  render(<InquiryQuotationPage />);
  await screen.findByRole("heading", { level: 1 }, LONG);
  return seen;
}

const changed = (element: HTMLElement, target: object): void => {
  fireEvent(element, createEvent("change", element, { bubbles: true, target }));
};
const type = (label: RegExp | string, value: string, inside = document.body): void => {
  const element: HTMLElement = within(inside).getByLabelText(label);
  if (element instanceof HTMLSelectElement) changed(element, { value });
  else fireEvent.input(element, { target: { value } });
};
const press = (name: string): void => {
  fireEvent.click(screen.getByRole("button", { name }));
};
const group = (name: string): HTMLElement => screen.getByRole("group", { name });
const total = (): string | null | undefined => screen.getByRole("status", { name: "本票合计" }).querySelector(".current-line")?.textContent;

// req: af-route-af-order-inquiry-quotation, af-open-quotation-page
it("asks by the name and the code of the link and shows what is asked", async () => {
  const seen = await open();
  expect(seen).toMatchObject([{ method: "GET", path: `${BASE}/${UUID}`, query: { code: "k3y" } }]);
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("XJ-2607150001");
  expect(document.title).toBe("询价报价");
  const words = document.body.textContent ?? "";
  for (const told of ["演示货运向贵司询价", "PVG 上海浦东 → LAX 洛杉矶", "500.0", "3.000", "166.67", "60×50×50 / 10", "干线 / 提货", "还剩1天8小时0分"]) {
    expect(words).toContain(told);
  }
  press("EN");
  await screen.findByText("PVG Shanghai → LAX Los Angeles", {}, LONG);
  expect(document.body.textContent).toContain("Carriage / Pick-up");
  expect(document.body.textContent).not.toMatch(/quote\./);
  press("中文");
});

// req: af-open-quotation-page
it("shows the total of what is typed, and sends it", async () => {
  const seen = await open({}, { [`${BASE}/quote`]: fine({ version: 1, total: "13250.00", perKg: "26.50", currency: "CNY" }) });
  expect(total()).toBe("填写价格后显示");
  type(/单价/, "26.50", group("重量段 1"));
  expect(total()).toBe("CNY 13250.00（26.50/KG）");
  type(/有效期止/, "2026-07-31");
  type(/姓名/, "Anna");
  type(/邮箱/, "anna@example.com");
  press("提交报价");
  expect(await screen.findByText("第1版报价已提交：CNY 13250.00", {}, LONG)).toBeTruthy();
  expect(seen[1]).toMatchObject({ method: "POST", path: `${BASE}/quote` });
  expect(seen[1]?.body).toMatchObject({
    o: UUID, code: "k3y", priceMode: "ALL_IN", currency: "CNY", lumpSum: "", breaks: [{ fromKg: "0", price: "26.50" }], extras: [],
    validFrom: "2026-07-15", validTo: "2026-07-31", contactName: "Anna", contactEmail: "anna@example.com", files: [],
  });
});

it("sends a lump sum without the weight breaks", async () => {
  const seen = await open({}, { [`${BASE}/quote`]: fine({ version: 1, total: "9000.00", perKg: "18.00", currency: "CNY" }) });
  type(/单价/, "26.50", group("重量段 1"));
  type(/计价方式/, "lump");
  type(/一口价金额/, "9000");
  expect(total()).toBe("CNY 9000.00（18.00/KG）");
  press("提交报价");
  await screen.findByText("第1版报价已提交：CNY 9000.00", {}, LONG);
  expect(seen[1]?.body).toMatchObject({ lumpSum: "9000", breaks: [], minimum: "" });
});

// req: af-open-quotation-page
it("shows each finding at its field and loses nothing", async () => {
  const findings = [
    { field: "breaks.0.price", message: "单价须在0.0001与9999999.9999之间" },
    { field: "validTo", message: "有效期不能早于今天" },
  ];
  await open({}, { [`${BASE}/quote`]: { code: 1, messageInfo: "请检查", data: { findings } } });
  type(/单价/, "0", group("重量段 1"));
  press("提交报价");
  const price = within(group("重量段 1")).getByLabelText<HTMLInputElement>(/单价/);
  await waitFor(() => expect(document.activeElement).toBe(price), LONG);
  expect(price.value).toBe("0");
  expect(screen.getByText("有2处需要修改")).toBeTruthy();
  expect(screen.getByText("有效期不能早于今天")).toBeTruthy();
  type(/有效期止/, "2026-07-31");
  expect(screen.queryByText("有效期不能早于今天")).toBeNull();
});

it("declines with a reason", async () => {
  const seen = await open({}, { [`${BASE}/decline`]: fine(null) });
  press("不报价");
  press("确认不报价");
  expect(screen.getByText("请填写不报价原因")).toBeTruthy();
  expect(seen).toHaveLength(1);
  type(/不报价原因/, "无舱");
  press("确认不报价");
  await screen.findByText("贵司已回复不报价，截止前仍可报价。", {}, LONG);
  expect(seen[1]).toMatchObject({ path: `${BASE}/decline`, body: { o: UUID, code: "k3y", reason: "无舱" } });
});

it("goes on with the last answer, and brings files", async () => {
  const quote = {
    version: 2, priceMode: "NET", currency: "USD", lumpSum: null, minimum: null, transitDays: 3, validFrom: "2026-07-15",
    validTo: "2026-07-31", contactName: "Anna", contactEmail: "a@example.com", total: "13150.00", perKg: "26.30",
    breaks: [{ fromKg: "0", price: "22.00" }], extras: [{ code: "AW", basis: "SHIPMENT", price: "50.00", least: null, most: null }],
  };
  const seen = await open({ quote }, { [`${BASE}/upload`]: fine({ id: "8", name: "a.pdf", size: 1536 }) });
  expect(screen.getByText("已提交第2版报价：USD 13150.00，截止前可以修改。")).toBeTruthy();
  expect(total()).toBe("USD 11050.00（22.10/KG）");
  changed(screen.getByLabelText(/选择文件/), { files: [new File(["x"], "a.pdf")] });
  expect((await screen.findByText("a.pdf", {}, LONG)).textContent).toContain("1.5 KB");
  expect(seen[1]).toMatchObject({ path: `${BASE}/upload`, query: { o: UUID, code: "k3y" } });
});

// req: af-open-quotation-page
it("takes no answer once the inquiry is closed", async () => {
  await open({ closed: true });
  expect(screen.getByText("询价已结束")).toBeTruthy();
  expect(screen.getByText("10")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "提交报价" })).toBeNull();
  expect(screen.queryByRole("button", { name: "不报价" })).toBeNull();
});

// req: af-open-quotation-page
it("says that a link is incomplete, or not valid", async () => {
  for (const search of ["", `?o=${UUID}`, "?code=k3y"]) {
    at(search, "/af_order_inquiry_quotation");
    const seen = serve({});
    render(<InquiryQuotationPage />);
    expect((await screen.findByRole("alert", {}, LONG)).textContent).toBe("操作失败，缺少查询信息");
    expect(seen).toEqual([]);
    cleanup();
  }
  at(`?o=${UUID}&code=wrong`, "/af_order_inquiry_quotation");
  serve({ [`${BASE}/${UUID}`]: { code: 1, messageInfo: "链接无效" } });
  render(<InquiryQuotationPage />);
  expect((await screen.findByRole("alert", {}, LONG)).textContent).toBe("操作失败，链接无效");
});

it("sums as the server does", () => {
  const answer = (more: object) => ({ lumpSum: "", minimum: "", breaks: [], extras: [], ...more });
  const gys = answer({
    breaks: [{ fromKg: "0", price: "22" }],
    extras: [{ code: "MY", basis: "KG", price: "3" }, { code: "SC", basis: "KG", price: "1.2" }, { code: "AW", basis: "SHIPMENT", price: "50" }],
  });
  expect(totalOf(gys, "500.00", 10)).toEqual({ total: "13150.00", perKg: "26.30" });
  expect(totalOf(gys, "1000.00", 10)).toEqual({ total: "26250.00", perKg: "26.25" });
  const steps = answer({ breaks: [{ fromKg: "100", price: "36" }, { fromKg: "45", price: "40" }] });
  expect(totalOf(steps, "20", 1)?.total).toBe("1800.00");
  expect(totalOf(steps, "89.9", 1)?.total).toBe("3596.00");
  expect(totalOf(steps, "90.1", 1)?.total).toBe("3600.00");
  expect(totalOf(answer({ minimum: "450", breaks: [{ fromKg: "0", price: "10" }] }), "44.9", 1)?.total).toBe("450.00");
  expect(totalOf(answer({}), "500", 1)).toBeUndefined();
  expect(totalOf(gys, null, 1)).toBeUndefined();
  expect([scaled("0.0001", 4), scaled("0.00001", 4), scaled("1e3", 4), scaled("-1", 4)]).toEqual([1n, undefined, undefined, undefined]);
  expect([money(5n), money(123n)]).toEqual(["0.05", "1.23"]);
  expect(minutesLeft({ answerBy: "2026-07-16 18:00:00", now: "2026-07-15 10:00:30" })).toBe(1919);
  expect(answerOf({ quote: null, now: "2026-07-15 10:00:00", currencies: ["EUR"] })).toMatchObject({ currency: "EUR", validFrom: "2026-07-15" });
});
