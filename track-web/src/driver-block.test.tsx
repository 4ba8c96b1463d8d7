import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/preact";
import { beforeEach, expect, it, vi } from "vitest";
import NoticePage from "./pages/notice";
import { at, fine, serve, UUID, type Seen } from "./test-order";

const NOTICE = `orderDeliveryNotice/${UUID}/storehouse`;
const DRIVER = "deliveryNotice/driver";
const E1 = {
  place: "KF01",
  placeName: "测试库房",
  address: "测试路1号",
  longitude: 121.805,
  latitude: 31.15,
  openHours: "08:00-20:00",
  contacts: [{ name: "仓库一", phone: "021-60000000" }],
  deliveryGuide: "请携带送货单",
  latestTime: "2026-07-18 08:30:00",
  noticeNumber: "SH-2607150001",
  orderCode: "AE-2607150001",
  awbNumber: "990-12345675",
  receiptDate: "2026-07-16",
  goodsNameCn: "灯具",
  pieces: 12,
  weight: 480,
  volume: 3.6,
  state: "SENT",
  stateName: "已发送",
  plateNo: null as string | null,
  driverName: null as string | null,
  driverPhone: null as string | null,
  slot: null as string | null,
  forDriver: true,
};
const SAVED = { ...E1, plateNo: "沪A12345", driverName: "测试司机", driverPhone: "****1234" };

/** The page of a driver's link; what is told is answered one after another. */
async function open(notice: unknown, ...answers: unknown[]): Promise<Seen[]> {
  at(`?o=af${UUID}&flag=storehouse&code=k3y`, "/externalOrderDeliveryNotice");
  const served: Record<string, unknown> = { [NOTICE]: fine(notice) };
  Object.defineProperty(served, DRIVER, { get: () => answers.shift() });
  const seen = serve(served);
  render(<NoticePage />);
  await screen.findByText("SH-2607150001");
  return seen;
}

const told = (seen: Seen[]): unknown[] => seen.filter(({ path }) => path === DRIVER).map(({ body }) => body);
const facts = (): string[] => [...document.querySelectorAll(".fact")].map((fact) => fact.textContent ?? "");
const type = (label: RegExp | string, value: string): boolean => fireEvent.input(screen.getByLabelText(label), { target: { value } });
function choose(label: string, value: string): HTMLSelectElement {
  const select = screen.getByLabelText<HTMLSelectElement>(label);
  select.value = value;
  // The one event of a choice that the library does not pass on.
  act(() => void select.dispatchEvent(new Event("change", { bubbles: true })));
  return select;
}
const tap = (name: string): boolean => fireEvent.click(screen.getByRole("button", { name }));

/** Plays the phone's position. */
function phoneAt(answer: { longitude: number; latitude: number } | { code: number }): void {
  const getCurrentPosition = vi.fn((found: PositionCallback, failed?: PositionErrorCallback | null) => {
    if ("code" in answer) failed?.(answer as GeolocationPositionError);
    else found({ coords: answer } as GeolocationPosition);
  });
  vi.stubGlobal("navigator", { language: "zh-CN", userAgent: "", geolocation: { getCurrentPosition } });
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(2026, 6, 15, 10, 0, 0) });
  return () => vi.useRealTimers();
});

// req: track-open-delivery-notice
it("shows the terms of the place and the state of the delivery", async () => {
  await open({ ...E1, marks: "N/M" });
  expect(document.querySelector(".current-line")?.textContent).toBe("测试库房 KF01 · 测试路1号");
  expect(facts()).toEqual([
    "送货单号SH-2607150001",
    "主单号990-12345675",
    "订单号AE-2607150001",
    "客户单号-",
    "预计到货2026-07-16",
    "品名灯具",
    "件数12",
    "毛重 KG480.0",
    "体积 CBM3.600",
    "最晚到货2026-07-18 08:30",
    "营业时间08:00-20:00",
    "联系人仓库一",
    "电话021-60000000",
    "车牌-",
    "司机-",
    "唛头N/M",
    "送货须知请携带送货单",
    "当前状态已发送",
  ]);
  expect(screen.getByRole("link", { name: "021-60000000" }).getAttribute("href")).toBe("tel:02160000000");
  expect(screen.getByRole("link", { name: "导航" }).getAttribute("href")).toContain("mlat=31.15&mlon=121.805");
  expect(document.querySelector(".past")).toBeNull();
});

it("marks the latest arrival in red once it is past, and asks readers of an order's link nothing", async () => {
  await open({ ...E1, latestTime: "2026-07-15 09:59:59", forDriver: false });
  expect(document.querySelector(".past")?.textContent).toBe("2026-07-15 09:59");
  expect(screen.queryByRole("heading", { name: "司机登记" })).toBeNull();
  expect(facts()).toContain("车牌-");
});

it("says what is missing before anything is sent", async () => {
  const seen = await open(E1);
  tap("我已出发");
  expect(screen.getAllByText(/^请填写/).map((one) => one.textContent)).toEqual(["请填写车牌", "请填写司机", "请填写司机电话"]);
  expect(told(seen)).toEqual([]);
});

it("keeps what the driver fills in, and tells that he has set out", async () => {
  const gone = { ...SAVED, state: "TRANSIT", stateName: "在途", departTime: "2026-07-15 10:00:00" };
  const seen = await open(E1, fine({ ...SAVED, slot: "08:00-09:00" }), fine(gone));
  type(/^车牌/, "沪A12345");
  type(/^司机\*?$/, "测试司机");
  type(/^司机电话/, "13800001234");
  expect(within(screen.getByLabelText("预约时段")).getAllByRole("option")).toHaveLength(25);
  choose("预约时段", "08:00-09:00");
  tap("保存");
  await screen.findByText("司机电话 ****1234");
  const sheet = { plateNo: "沪A12345", driverName: "测试司机", driverPhone: "13800001234", slot: "08:00-09:00" };
  const proof = { orderUuid: UUID, flag: "storehouse", code: "k3y" };
  expect(told(seen)).toEqual([{ ...proof, action: "save", ...sheet }]);
  expect(facts()).toContain("预计到货2026-07-16 08:00-09:00");
  expect(screen.getByLabelText<HTMLInputElement>(/^司机电话/).value).toBe("");
  tap("我已出发");
  await waitFor(() => expect(facts()).toContain("当前状态在途"));
  expect(told(seen)[1]).toEqual({ ...proof, action: "depart", ...sheet, driverPhone: "" });
  expect(facts()).toContain("出发时间2026-07-15 10:00");
  expect(screen.queryByRole("button", { name: "我已出发" })).toBeNull();
});

it("signs in where the phone is, and shows the queue number", async () => {
  phoneAt({ longitude: 121.8051234567, latitude: 31.15 });
  const there = { ...SAVED, state: "ARRIVED", stateName: "已到达", arriveTime: "2026-07-15 11:00:00", queueNo: "A001" };
  const seen = await open({ ...SAVED, state: "TRANSIT", stateName: "在途" }, fine(there));
  tap("我已到达");
  expect((await screen.findByText("A001")).closest("p")?.textContent).toBe("排队号 A001");
  expect(told(seen)).toMatchObject([{ action: "arrive", longitude: "121.805123", latitude: "31.150000", driverPhone: "" }]);
  expect(screen.queryByRole("button", { name: "我已到达" })).toBeNull();
  expect(screen.queryByLabelText(/^车牌/)).toBeNull();
});

it("shows the queue number to a driver who looks again", async () => {
  await open({ ...SAVED, state: "ARRIVED", stateName: "已到达", arriveTime: "2026-07-15 11:00:00", queueNo: "B007" });
  expect(screen.getByText("B007").closest("p")?.textContent).toBe("排队号 B007");
  expect(screen.queryByRole("button", { name: "保存" })).toBeNull();
});

it("says how far away the driver is", async () => {
  phoneAt({ longitude: 121.473, latitude: 31.23 });
  await open(SAVED, { code: 1, messageInfo: "距离仓库32.9公里，不能签到" });
  tap("我已到达");
  expect((await screen.findByRole("alert")).textContent).toBe("操作失败，距离仓库32.9公里，不能签到");
  expect(screen.getByRole("button", { name: "我已到达" })).toBeTruthy();
});

it.each([
  [{ code: 1 }, "操作失败，未允许定位，请在手机或浏览器设置中允许后重试，或到窗口办理到货登记"],
  [{ code: 3 }, "操作失败，暂时无法获取位置，请稍后重试，或到窗口办理到货登记"],
])("says what to do without a position (%o)", async (refusal, words) => {
  phoneAt(refusal);
  const seen = await open(SAVED);
  tap("我已到达");
  expect((await screen.findByRole("alert")).textContent).toBe(words);
  expect(told(seen)).toEqual([]);
});

it("says that a browser knows no position", async () => {
  vi.stubGlobal("navigator", { language: "zh-CN", userAgent: "" });
  await open(SAVED);
  tap("我已到达");
  expect((await screen.findByRole("alert")).textContent).toContain("当前浏览器不支持定位");
});

it("shows what the server finds wrong at its field, and loses nothing", async () => {
  const message = "晚于最晚到货时间2026-07-18 08:30";
  await open(SAVED, { code: 1, messageInfo: message, data: { findings: [{ field: "slot", message }] } });
  const slot = choose("预约时段", "09:00-10:00");
  tap("保存");
  await waitFor(() => expect(slot.getAttribute("aria-invalid")).toBe("true"));
  expect(screen.getByText(message)).toBeTruthy();
  expect([slot.value, screen.getByLabelText<HTMLInputElement>(/^车牌/).value]).toEqual(["09:00-10:00", "沪A12345"]);
  choose("预约时段", "08:00-09:00");
  await waitFor(() => expect(screen.queryByText(message)).toBeNull());
});
