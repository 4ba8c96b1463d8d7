// What the server sends to the public page. A member may be absent or null: old records lack some of them.

/** A figure on the wire: a JSON number, or its text where the server keeps trailing zeros. */
export type Figure = number | string | null | undefined;
type Text = string | null | undefined;

/** One file or photo of the order. */
export interface Attachment {
  orderFileId: string;
  fileType: Text;
  fileName: Text;
  fileRemark?: Text;
  fileUrl?: Text;
}

/** One event of the shipment as the carrier reported it. */
export interface RouteTrack {
  trackAwbId?: Text;
  flightStatusCode?: Text;
  flightStatusName?: Text;
  /** The airport, port, station or town. */
  airportCode?: Text;
  containerNo?: Text;
  /** Whether it has happened (ACT), is expected (EST) or planned (PLN); without one it has happened. */
  classifier?: Text;
  /** Told as a fact of the future. */
  ahead?: boolean | null;
  eventTime?: Text;
  remark?: Text;
  flightNum?: Text;
  quantity?: Figure;
  grossWeight?: Figure;
}

/** One customs event of the master waybill. */
export interface ManifestEvent {
  quantity?: Figure;
  grossWeight?: Figure;
  remark?: Text;
  eventTime?: Text;
  productInfo?: Text;
}

/** One row of the customs manifest: the master waybill itself, or a house waybill. */
export interface ManifestRow {
  masterFlag?: boolean | number | string | null;
  hawbNumber?: Text;
  pieceWeightInfo?: Text;
  declarationNumber?: Text;
  originalTime?: Text;
  tallyTime?: Text;
  passedTime?: Text;
  applyTime?: Text;
  arriveTime?: Text;
  provisionTime?: Text;
  temporaryArrivalTime?: Text;
}

/** What the cargo station weighed. */
export interface Weighing {
  awbNumber?: Text;
  hawbNumber?: Text;
  totalPieces?: Figure;
  totalWeight?: Figure;
  totalVolume?: Figure;
  measure?: Text;
}

/** One flight of the route. */
export interface RouteRow {
  depPort?: Text;
  arrPort?: Text;
  flightNo?: Text;
  etd?: Text;
  atd?: Text;
  eta?: Text;
  ata?: Text;
  piece?: Figure;
  weight?: Figure;
  errorMessage?: Text;
}

/** The waybill header and the flights under it. */
export interface RouteInfo {
  mawbNum?: Text;
  depPort?: Text;
  arrPort?: Text;
  pieceWeightInfo?: Text;
  awbRouteApiRouteList?: RouteRow[] | null;
}

/** One node on the way of an order. */
export interface Milestone {
  name: string;
  reached?: boolean | null;
  time?: Text;
}

/** One box of an order. */
export interface Container {
  containerNo?: Text;
  containerType?: Text;
  sealNo?: Text;
  pieces?: Figure;
  weight?: Figure;
  volume?: Figure;
}

/** One place where a lorry loads or unloads. */
export interface Stop {
  kind?: Text;
  city?: Text;
  company?: Text;
  timeFrom?: Text;
  timeTo?: Text;
}

/** Whose page it is. */
export interface Sender {
  orgName?: Text;
  orgLogo?: Text;
  themeColor?: Text;
}

/** The order track record, with the sender's name, logo and colour. What a scope does not know is absent. */
export interface TrackRecord extends Sender {
  orderId?: Text;
  orderUUID?: Text;
  orderCode?: Text;
  awbNumber?: Text;
  hawbNumber?: Text;
  customerNumber?: Text;
  expectFlight?: Text;
  expectDeparture?: Text;
  expectDepartureFormat?: Text;
  expectArrival?: Text;
  departureStation?: Text;
  departureStationName?: Text;
  arrivalStation?: Text;
  arrivalStationName?: Text;
  transitStation?: Text;
  transitStation2?: Text;
  goodsNameCn?: Text;
  goodsNameEn?: Text;
  goodsType?: Text;
  packageType?: Text;
  packageTypeEn?: Text;
  planPieces?: Figure;
  confirmPieces?: Figure;
  planWeight?: Figure;
  confirmWeight?: Figure;
  weightUnit?: Text;
  planVolume?: Figure;
  confirmVolume?: Figure;
  planDensity?: Figure;
  confirmDensity?: Figure;
  planChargeWeight?: Figure;
  confirmChargeWeight?: Figure;
  chargeWeightUnit?: Text;
  planDimensions?: Text;
  confirmDimensions?: Text;
  inboundDate?: Text;
  outboundDate?: Text;
  inspectionDate?: Text;
  clearanceDate?: Text;
  attachments?: Attachment[] | null;
  routeTracks?: RouteTrack[] | null;
  trackManifest?: ManifestEvent[] | null;
  manifestList?: ManifestRow[] | null;
  cargoWeighingList?: Weighing[] | null;
  awbRouteApiInfoVO?: RouteInfo | null;
  contractNumber?: Text;
  mlbNumber?: Text;
  hlbNumber?: Text;
  railWaybillNo?: Text;
  containerMethod?: Text;
  containerList?: Text;
  containerNumber?: Figure;
  shipName?: Text;
  shipVoyageNumber?: Text;
  trainNo?: Text;
  borderStation?: Text;
  borderStationName?: Text;
  containers?: Container[] | null;
  driverNumber?: Text;
  driverName?: Text;
  driverTel?: Text;
  stops?: Stop[] | null;
  serviceTypeName?: Text;
  serviceContent?: Text;
  businessDate?: Text;
  startDate?: Text;
  finishDate?: Text;
  quantity?: Figure;
  unit?: Text;
  awbTrackUrl?: Text;
  milestones?: Milestone[] | null;
}

/** The record as the page uses it: lists are never absent and the number falls back as the page promises. */
export interface TrackedOrder extends TrackRecord {
  number: string;
  attachments: Attachment[];
  routeTracks: RouteTrack[];
  trackManifest: ManifestEvent[];
  manifestList: ManifestRow[];
  cargoWeighingList: Weighing[];
  routes: RouteRow[];
}

/** The display number of an air order: master and house joined, otherwise whichever there is. */
export function airNumber(awbNumber: Text, hawbNumber: Text): string {
  return [awbNumber, hawbNumber].filter(Boolean).join("_");
}

/** The display number by scope: the paper the cargo travels under, otherwise the order's own code. */
function displayNumber(scope: string, record: TrackRecord, awbNumber: Text): string {
  if (scope === "AF" || scope === "AI") return airNumber(awbNumber, record.hawbNumber);
  if (scope === "SE" || scope === "SI") return record.mlbNumber || record.orderCode || "";
  if (scope === "TE" || scope === "TI") return record.railWaybillNo || record.orderCode || "";
  return record.orderCode || "";
}

/** Makes the record ready to show on the page of its scope. */
export function tracked(record: TrackRecord, scope: string): TrackedOrder {
  const awbNumber = record.awbNumber || record.customerNumber;
  return {
    ...record,
    awbNumber,
    number: displayNumber(scope, record, awbNumber),
    attachments: record.attachments ?? [],
    routeTracks: record.routeTracks ?? [],
    trackManifest: record.trackManifest ?? [],
    manifestList: record.manifestList ?? [],
    cargoWeighingList: record.cargoWeighingList ?? [],
    routes: record.awbRouteApiInfoVO?.awbRouteApiRouteList ?? [],
  };
}

/** The ship and its voyage, or whichever there is. */
export function shipInfo({ shipName, shipVoyageNumber }: Pick<TrackRecord, "shipName" | "shipVoyageNumber">): string {
  return [shipName, shipVoyageNumber].filter(Boolean).join(" / ");
}

/** Whether an event has happened, and is not just expected or planned. */
export function hasHappened({ classifier, ahead }: RouteTrack): boolean {
  return (!classifier || classifier === "ACT") && ahead !== true;
}

/** The newest event that has happened; of two at the same minute the one the server put first. */
export function newestTrack(tracks: RouteTrack[]): RouteTrack | undefined {
  return newestFirst(tracks).find(hasHappened);
}

/** The events newest first; events without a time keep their place behind the dated ones. */
export function newestFirst(tracks: RouteTrack[]): RouteTrack[] {
  return [...tracks].sort((a, b) => order(b.eventTime ?? "", a.eventTime ?? ""));
}

function order(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
