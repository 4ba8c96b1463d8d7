import { cleanup, render, screen, waitFor, within } from "@testing-library/preact";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import NoticePage from "./notice";
import { at, fine, serve, UUID, type Seen } from "../test-order";

const PATH = "/externalOrderDeliveryNotice";
const SEARCH = `?o=af${UUID}&flag=storehouse&code=k3y`;
const NOTICE = `orderDeliveryNotice/${UUID}/storehouse`;
const E1 = {
  place: "KF01",
  orderCode: "AE-2607150001",
  awbNumber: "990-12345675",
  customerNumber: null,
  receiptDate: "2026-07-16",
  goodsNameCn: "机械零件",
  goodsNameEn: "MACHINE PARTS",
  packageType: "纸箱（CTNS）",
  pieces: 12,
  weight: 480,
  volume: 3.6,
  orgName: "测试货代",
};

const facts = (): string[] => [...document.querySelectorAll(".fact")].map((fact) => fact.textContent ?? "");

// req: track-open-delivery-notice, track-route-external-order-delivery-notice
it("shows what is delivered where, with a code of its own address", async () => {
  at(SEARCH, PATH);
  const seen = serve({ [NOTICE]: fine(E1) });
  render(<NoticePage />);
  expect((await screen.findByRole("heading", { level: 1 })).textContent).toBe("仓库送货通知");
  expect(seen).toMatchObject([{ method: "GET", path: NOTICE, query: { code: "k3y" } }]);
  expect(document.querySelector(".current")?.textContent).toBe("送货地址KF01");
  expect(facts()).toEqual([
    "主单号990-12345675",
    "订单号AE-2607150001",
    "客户单号-",
    "预计到货2026-07-16",
    "品名机械零件",
    "件数12 纸箱（CTNS）",
    "毛重 KG480.0",
    "体积 CBM3.600",
  ]);
  const code = screen.getByRole("img", { name: "本送货通知的二维码" });
  expect(code.getAttribute("data-content")).toBe(`http://forwarder.test/externalOrderDeliveryNotice?o=af${UUID}&flag=storehouse&code=k3y`);
  expect(code.getAttribute("width")).toBe("120");
  expect(screen.getByRole("button", { name: "打印" })).toBeTruthy();
  await waitFor(() => expect(document.title).toBe("仓库送货通知"));
});

// req: track-open-delivery-notice
it("says what the server says while the order names no place", async () => {
  at(SEARCH.replace("storehouse", "warehouse"), PATH);
  serve({ [NOTICE.replace("storehouse", "warehouse")]: { code: 1, messageInfo: "未选择交货货站" } });
  render(<NoticePage />);
  expect((await screen.findByRole("alert")).textContent).toBe("操作失败，未选择交货货站");
  expect(screen.getByText("请核对链接，或向货代公司确认送货安排。")).toBeTruthy();
});

// req: track-open-delivery-notice, track-open-delivery-notice-se-te
it("asks nothing for an address that names no notice of its page", async () => {
  for (const [path, search] of [
    [PATH, ""],
    [PATH, `?o=af${UUID}&flag=x`],
    [PATH, `?o=lc${UUID}&flag=Warehouse`],
    [PATH, `?o=af${UUID}`],
    [PATH, "?flag=warehouse"],
    [PATH, `?o=se${UUID}&flag=warehouse`],
    [SEA, `?o=af${UUID}&flag=warehouse`],
    [SEA, `?o=te${UUID}&flag=warehouse`],
    [SEA, `?o=se${UUID}&flag=x`],
    [RAIL, `?o=se${UUID}&flag=storehouse`],
    [RAIL, `?o=te${UUID}`],
  ] as const) {
    at(search, path);
    const seen = serve({});
    const { unmount } = render(<NoticePage />);
    await waitFor(() => expect(screen.getByRole("alert").textContent).toBe("操作失败，未获取到查询信息"));
    expect(screen.getByText("暂无数据")).toBeTruthy();
    expect(seen).toEqual([]);
    unmount();
  }
});

const SEA = "/seExternalOrderDeliveryNotice";
const RAIL = "/teExternalOrderDeliveryNotice";
const OTHER = "/sc/external/order/deliveryNotice";

const BOXES = {
  noticeNumber: "EN-1",
  orderCode: "SE-2607010001",
  number: "TESTU12345678",
  shipName: "TEST OCEAN",
  shipVoyageNumber: "025W",
  expectDeparture: "2026-07-18",
  departureStation: "CNSHA",
  departureStationName: "上海",
  arrivalStation: "DEHAM",
  arrivalStationName: "汉堡",
  goodsNameCn: "机械零件",
  goodsNameEn: "MACHINE PARTS",
  packageType: "纸箱",
  pieces: 40,
  weight: 3200,
  volume: 2.5,
  containerList: "1×20GP",
  containers: [{ containerNo: "CSQU3054383", containerType: "20GP", sealNo: null }],
  placeName: "一号场站",
  address: "测试路1号",
  longitude: 121.8,
  latitude: 31.15,
  contact: "测试联系人",
  tel: "021-60000000",
  openHours: "08:00-20:00",
  guide: "请携带送货单",
  latestTime: "2026-07-16 18:00:00",
  driverNumber: "沪A12345",
  driverName: "测试司机",
  orgName: "测试货代",
};

async function open(path: string, o: string, flag: string, answer: unknown): Promise<Seen[]> {
  at(`?o=${o}${UUID}&flag=${flag}&code=k3y`, path);
  const seen = serve({ [`${OTHER}/${o}/${UUID}/${flag}`]: answer });
  render(<NoticePage />);
  await waitFor(() => expect(seen).toHaveLength(1));
  return seen;
}

beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: new Date(2026, 6, 16, 18, 0, 0) }));
afterEach(() => vi.useRealTimers());

// req: track-open-delivery-notice-se-te, track-route-se-external-order-delivery-notice, track-qr-size
it("shows the terms of delivering to a ship", async () => {
  const seen = await open(SEA, "se", "warehouse", fine(BOXES));
  expect((await screen.findByRole("heading", { level: 1 })).textContent).toBe("海运送货通知");
  expect(seen).toMatchObject([{ method: "GET", path: `${OTHER}/se/${UUID}/warehouse`, query: { code: "k3y" } }]);
  expect(document.querySelector(".current-line")?.textContent).toBe("一号场站 测试路1号");
  expect(facts()).toEqual([
    "送货单号EN-1",
    "提单号TESTU12345678",
    "船名/航次TEST OCEAN / 025W",
    "航程上海 CNSHA → 汉堡 DEHAM",
    "预计离港2026-07-18",
    "箱量1×20GP",
    "品名机械零件",
    "件数40 纸箱",
    "毛重 KG3,200.0",
    "体积 CBM2.500",
    "最晚时间2026-07-16 18:00",
    "联系人测试联系人",
    "电话021-60000000",
    "作业时间08:00-20:00",
    "车牌沪A12345",
    "司机测试司机",
    "送货须知请携带送货单",
  ]);
  expect(within(screen.getByRole("region", { name: "箱明细" })).getAllByRole("cell").map((one) => one.textContent)).toEqual(["CSQU3054383", "20GP", "-"]);
  expect(screen.getByRole("link", { name: "021-60000000" }).getAttribute("href")).toBe("tel:02160000000");
  expect(screen.getByRole("link", { name: "导航" }).getAttribute("href")).toContain("mlat=31.15&mlon=121.8");
  const code = screen.getByRole("img", { name: "本送货通知的二维码" });
  expect(code.getAttribute("data-content")).toBe(`http://forwarder.test${SEA}?o=se${UUID}&flag=warehouse&code=k3y`);
  expect(code.getAttribute("width")).toBe("100");
  expect(screen.getByRole("button", { name: "打印" })).toBeTruthy();
  expect(document.title).toBe("海运送货通知");
});

it("marks the latest time in red once it is past, and not at the very moment", async () => {
  await open(SEA, "se", "warehouse", fine(BOXES));
  await screen.findByText("2026-07-16 18:00");
  expect(document.querySelector(".past")).toBeNull();
  cleanup();
  await open(SEA, "se", "warehouse", fine({ ...BOXES, latestTime: "2026-07-16 17:59:59" }));
  await screen.findByText("2026-07-16 17:59");
  expect(document.querySelector(".past")?.textContent).toBe("2026-07-16 17:59");
  expect(screen.getByRole("img", { name: "已过期" })).toBeTruthy();
});

it("shows no way to a place without a position, and no boxes without any", async () => {
  await open(SEA, "se", "storehouse", fine({ ...BOXES, latitude: null, containers: [], containerList: null, guide: null, tel: null }));
  await screen.findByText("海运送货通知");
  expect(screen.queryByRole("link", { name: "导航" })).toBeNull();
  expect(screen.queryByRole("region", { name: "箱明细" })).toBeNull();
  expect(facts().filter((one) => /^(箱量|送货须知)/.test(one))).toEqual([]);
  expect(facts()).toContain("电话-");
});

// req: track-open-delivery-notice-se-te
it("says why there is no notice", async () => {
  await open(SEA, "se", "warehouse", { code: 1, messageInfo: "一号场站未维护定位信息" });
  expect((await screen.findByRole("alert")).textContent).toBe("操作失败，一号场站未维护定位信息");
});

// req: track-open-delivery-notice-se-te, track-route-te-external-order-delivery-notice
it("shows the terms of delivering to a train", async () => {
  const answer = { ...BOXES, shipName: null, shipVoyageNumber: null, trainNo: "X8001", planNo: "P-7", number: "RW7788", expectDeparture: "2026-07-22" };
  const seen = await open(RAIL, "te", "warehouse", fine(answer));
  expect((await screen.findByRole("heading", { level: 1 })).textContent).toBe("铁路送货通知");
  expect(seen[0]?.path).toBe(`${OTHER}/te/${UUID}/warehouse`);
  for (const fact of ["运单号RW7788", "班列号X8001", "计划号P-7", "预计发车2026-07-22", "进站截止2026-07-16 18:00"]) expect(facts()).toContain(fact);
  expect(document.title).toBe("铁路送货通知");
});

// req: track-open-delivery-notice, track-lc-delivery-notice
it("shows where a lorry loads, planned beside confirmed", async () => {
  const seen = await open(PATH, "lc", "warehouse", fine({
    noticeNumber: null,
    orderCode: "LC-2607010001",
    kind: "装",
    city: "上海市",
    company: "一号库",
    address: "测试路1号",
    contact: "测试联系人",
    tel: "13800000000",
    timeFrom: "2026-07-16 08:00:00",
    timeTo: "2026-07-16 12:00:00",
    goodsNameCn: "机械零件",
    packageType: "纸箱",
    planPieces: 40,
    planWeight: 3200,
    planVolume: 8,
    confirmPieces: 39,
    confirmWeight: null,
    confirmVolume: 8,
    driverNumber: "沪A12345",
    driverName: "测试司机",
    driverTel: "13900000000",
    remark: "到场请电话联系",
  }));
  expect((await screen.findByRole("heading", { level: 1 })).textContent).toBe("送货通知");
  expect(seen).toMatchObject([{ path: `${OTHER}/lc/${UUID}/warehouse`, query: { code: "k3y" } }]);
  expect(document.querySelector(".current")?.textContent).toBe("装货地上海市 测试路1号");
  expect(facts()).toEqual([
    "送货单号LC-2607010001",
    "单位一号库",
    "联系人测试联系人",
    "电话13800000000",
    "作业时间窗2026-07-16 08:00 – 2026-07-16 12:00",
    "品名机械零件",
    "件数（预报 / 实际）40 / 39 纸箱",
    "毛重 KG（预报 / 实际）3,200.0 / -",
    "体积 CBM（预报 / 实际）8.000 / 8.000",
    "车牌沪A12345",
    "司机测试司机",
    "司机电话13900000000",
    "备注到场请电话联系",
  ]);
  expect(document.querySelector(".past")?.textContent).toContain("2026-07-16 12:00");
  const code = screen.getByRole("img", { name: "本送货通知的二维码" });
  expect(code.getAttribute("data-content")).toBe(`http://forwarder.test${PATH}?o=lc${UUID}&flag=warehouse&code=k3y`);
  expect(code.getAttribute("width")).toBe("120");
});
