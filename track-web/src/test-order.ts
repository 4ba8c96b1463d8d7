// The order that the tests of the page look at, with the figures of the fixture's first air order.

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

/** What the server answers: by the path below /afbase/external/, without the query. */
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
      body: typeof request.body === "string" ? JSON.parse(request.body) : undefined,
      language: new Headers(request.headers).get("Accept-Language"),
    });
    const answer = await answers[path];
    if (answer instanceof Response) return answer;
    return Response.json(answer ?? { code: 1, messageInfo: "订单不存在或链接已失效" });
  });
  return seen;
}

/** A successful answer. */
export const fine = (data: unknown): unknown => ({ code: 0, messageInfo: "操作成功", data });

/** Puts the address bar at a link without loading it. */
export function at(search: string): void {
  history.replaceState(null, "", `/externalOrderTrack${search}`);
}
