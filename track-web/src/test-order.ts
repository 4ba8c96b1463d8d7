// The orders that the tests of the pages look at, and a server that answers for them.

import { vi } from "vitest";
import type { TrackRecord } from "./record";

export const UUID = "7d9f4c1e-1f63-4f0e-9a35-0d5f6c2b8e11";
export const SEARCH = `?o=AF${UUID}&code=k3y`;

export function example(): TrackRecord {
  return {
    orderId: "1001",
    orderUUID: UUID,
    orderCode: "AE-2607150001",
    awbNumber: "990-12345675",
    hawbNumber: null,
    customerNumber: "KH-77",
    expectFlight: "X9101",
    expectDepartureFormat: "2026-07-18",
    expectArrival: "2026-07-18 18:40:00",
    departureStation: "PVG",
    departureStationName: "上海浦东",
    transitStation: "DXB",
    transitStation2: null,
    arrivalStation: "FRA",
    arrivalStationName: "法兰克福",
    goodsNameCn: "机械零件",
    goodsNameEn: "MACHINE PARTS",
    goodsType: "普货",
    packageType: "纸箱",
    packageTypeEn: "CARTON",
    planPieces: 12,
    confirmPieces: 12,
    planWeight: 480,
    confirmWeight: 500,
    weightUnit: "KG",
    planVolume: 3.6,
    confirmVolume: 3.95,
    planDensity: 133.33,
    confirmDensity: 126.58,
    planChargeWeight: 1600,
    confirmChargeWeight: 1658.5,
    chargeWeightUnit: "KG",
    planDimensions: "100/60/50/12;",
    confirmDimensions: "100/60/55/11;80/80/50/1",
    inboundDate: "2026-07-15",
    outboundDate: "2026-07-16",
    inspectionDate: null,
    clearanceDate: "2026-07-17",
    attachments: [
      { orderFileId: "1", fileType: "文件", fileName: "装箱单.xlsx", fileRemark: "最终版", fileUrl: "/afbase/external/file/1" },
      { orderFileId: "2", fileType: "文件", fileName: "invoice.PDF", fileUrl: null },
      { orderFileId: "3", fileType: "照片", fileName: "a.jpg", fileRemark: "入库", fileUrl: "/afbase/external/file/3" },
      { orderFileId: "4", fileType: "照片", fileName: "b.jpg", fileUrl: null },
    ],
    routeTracks: [
      { trackAwbId: "t1", flightStatusCode: "RCS", flightStatusName: "收运", airportCode: "PVG", eventTime: "2026-07-17 20:05:00", quantity: 12, grossWeight: 500 },
      { trackAwbId: "t2", flightStatusCode: "DEP", flightStatusName: "起飞", airportCode: "PVG", eventTime: "2026-07-18 13:20:41", remark: "准点", flightNum: "X9101", quantity: 1200, grossWeight: 1500.25 },
    ],
    trackManifest: [
      { remark: "放行", eventTime: "2026-07-17 22:00:00", productInfo: "12/500.0" },
      { remark: null, eventTime: null, productInfo: "原始" },
    ],
    manifestList: [
      { masterFlag: false, hawbNumber: "HA001", pieceWeightInfo: "5/200.0", declarationNumber: "223120240001234567", originalTime: "2026-07-17 09:10:00", tallyTime: "2026-07-17 18:20:00", passedTime: "2026-07-17 21:30:00" },
      { masterFlag: true, pieceWeightInfo: "12/500.0", originalTime: "2026-07-17 09:00:00", tallyTime: "2026-07-17 18:00:00", passedTime: "2026-07-17 21:00:00", applyTime: "2026-07-17 08:00:00", temporaryArrivalTime: "2026-07-17 17:30:00" },
      { masterFlag: false, hawbNumber: "HA002", pieceWeightInfo: "7/280.0", provisionTime: "2026-07-17 10:00:00", arriveTime: "2026-07-17 17:00:00" },
    ],
    cargoWeighingList: [{ awbNumber: "990-12345675", hawbNumber: "HA001", totalPieces: 11, totalWeight: 458, totalVolume: 3.63, measure: "100/60/55/11" }],
    awbRouteApiInfoVO: {
      mawbNum: "990-12345675",
      depPort: "PVG",
      arrPort: "FRA",
      pieceWeightInfo: "12/500.0",
      awbRouteApiRouteList: [
        { depPort: "PVG", arrPort: "DXB", flightNo: "X9101", etd: "2026-07-18 13:10:00", atd: "2026-07-18 13:20:00", eta: "2026-07-18 19:00:00", ata: null, piece: 12, weight: 500 },
        { depPort: "DXB", arrPort: "FRA", flightNo: "X9102", piece: 0, weight: null, errorMessage: "航班已取消" },
      ],
    },
    orgName: "测试货代",
    orgLogo: "/logo.png",
    themeColor: "#ffcc00",
  };
}

/** A sea order on its way, in scope SE. */
export function seaExample(): TrackRecord {
  return {
    orderId: "2001",
    orderUUID: UUID,
    orderCode: "SE-2607010001",
    contractNumber: "HT-77",
    mlbNumber: "TESTU12345678",
    hlbNumber: "HB001",
    departureStation: "CNSHA",
    departureStationName: "上海",
    arrivalStation: "DEHAM",
    arrivalStationName: "汉堡",
    shipName: "TEST OCEAN",
    shipVoyageNumber: "025W",
    expectDeparture: "2026-07-18",
    expectArrival: "2026-08-20",
    containerMethod: "FCL",
    containerList: "2×40HQ;1×20GP",
    containerNumber: 5,
    goodsNameCn: "机械零件",
    goodsNameEn: "MACHINE PARTS",
    goodsType: "普货",
    packageType: "纸箱",
    planPieces: 1200,
    confirmPieces: 1200,
    planWeight: 18500,
    confirmWeight: 18500.26,
    planVolume: 120.5,
    confirmVolume: 121,
    planChargeWeight: 120.5,
    confirmChargeWeight: 121,
    chargeWeightUnit: "TON",
    inboundDate: "2026-07-12",
    outboundDate: "2026-07-13",
    inspectionDate: null,
    clearanceDate: "2026-07-16",
    containers: [{ containerNo: "CSQU3054383", containerType: "40HQ", sealNo: "SL1", pieces: 600, weight: 9300, volume: 60.2 }],
    routeTracks: [
      { trackAwbId: "s1", flightStatusCode: "ARRI", flightStatusName: "到港", airportCode: "DEHAM", eventTime: "2026-08-20 06:00:00", classifier: "EST" },
      { trackAwbId: "s2", flightStatusCode: "LOAD", flightStatusName: "装船", airportCode: "CNSHA", eventTime: "2026-07-18 03:20:00", containerNo: "CSQU3054383", classifier: "ACT" },
    ],
    milestones: [
      { name: "订舱", reached: true, time: "2026-07-10 09:30:00" },
      { name: "装船", reached: true, time: "2026-07-18 03:20:00" },
      { name: "到港", reached: false, time: null },
    ],
    manifestList: [{ masterFlag: true, originalTime: "2026-07-17 09:00:00" }],
    attachments: example().attachments ?? null,
    orgName: "测试货代",
  };
}

/** A road order with its lorry. */
export function roadExample(): TrackRecord {
  return {
    orderId: "3001",
    orderUUID: UUID,
    orderCode: "LC-2607010001",
    departureStation: "SHA",
    departureStationName: "上海市",
    arrivalStation: "SZ",
    arrivalStationName: "苏州市",
    goodsNameCn: "机械零件",
    goodsNameEn: "MACHINE PARTS",
    packageType: "纸箱",
    planPieces: 40,
    confirmPieces: 40,
    planWeight: 3200,
    confirmWeight: 3200.001,
    planVolume: 8,
    confirmVolume: 8,
    planChargeWeight: 3200,
    confirmChargeWeight: null,
    chargeWeightUnit: "KG",
    driverNumber: "沪A12345",
    driverName: "测试司机",
    driverTel: "138-0000-0000",
    stops: [
      { kind: "装", city: "上海市", company: "一号库", timeFrom: "2026-07-10 08:00:00", timeTo: "2026-07-10 12:00:00" },
      { kind: "卸", city: "苏州市", company: null, timeFrom: "2026-07-10 15:00:00", timeTo: null },
    ],
    attachments: example().attachments ?? null,
    orgName: "测试货代",
  };
}

/** What the server answers: by the path, which for air is the part below /afbase/external/, without the query. */
export type Answers = Record<string, unknown>;

/** A request as the server saw it. */
export interface Seen {
  method: string;
  path: string;
  query: Record<string, string>;
  body: unknown;
  language: string | null;
}

/** Plays the server. A path without an answer is refused, as for a link that does not allow it. */
export function serve(answers: Answers): Seen[] {
  const seen: Seen[] = [];
  vi.stubGlobal("fetch", async (address: string, request: RequestInit = {}) => {
    const url = new URL(address, location.origin);
    const path = url.pathname.replace("/afbase/external/", "");
    seen.push({
      method: request.method ?? "GET",
      path,
      query: Object.fromEntries(url.searchParams),
      body: bodyOf(request.body),
      language: new Headers(request.headers).get("Accept-Language"),
    });
    const answer = await answers[path];
    if (answer instanceof Response) return answer;
    return Response.json(answer ?? { code: 1, messageInfo: "订单不存在或链接已失效" });
  });
  return seen;
}

function bodyOf(body: RequestInit["body"]): unknown {
  if (body instanceof FormData) return Object.fromEntries(body);
  return typeof body === "string" ? JSON.parse(body) : undefined;
}

/** A browser on a phone. */
export const PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148";

/** A window as a browser hands it out; the page sets its address later. */
export function fakeWindow() {
  const opened = { opener: window as unknown, location: { href: "" }, close: vi.fn() };
  vi.spyOn(window, "open").mockReturnValue(opened as unknown as Window);
  return opened;
}

/** A successful answer. */
export const fine = (data: unknown): unknown => ({ code: 0, messageInfo: "操作成功", data });

/** Puts the address bar at a link without loading it. */
export function at(search: string, path = "/externalOrderTrack"): void {
  history.replaceState(null, "", path + search);
}
