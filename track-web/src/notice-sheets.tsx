// The sheets of the delivery notices: of an air order, of a sea or rail order, of a road order.

import { useState, type ReactNode } from "react";
import type { DriverTold } from "./call";
import { Navigate, Phone } from "./contact";
import { Deadline } from "./deadline";
import { DriverBlock } from "./driver-block";
import { day, joined, minute, pieces, text, volume, weight } from "./format";
import { goodsName } from "./goods";
import { useSpeech, type Key } from "./i18n";
import { placeName } from "./notice-place";
import { QR_SIZE, QR_SIZE_SMALL, QrFigure } from "./qr-code";
import { shipInfo, type Container, type Figure, type Sender } from "./record";
import { Facts, numbered } from "./section";
import { noticeUrl, type Place, type ShareLink } from "./share-link";
import { Table } from "./table";

type Text = string | null | undefined;
type Rows = [Key, ReactNode][];

interface Goods extends Sender {
  orderCode?: Text;
  goodsNameCn?: Text;
  goodsNameEn?: Text;
  packageType?: Text;
}

/** What a driver brings to the airport, and where to; the goods only where the link shows the order. */
export interface AirNotice extends Goods, DriverTold {
  place: string;
  placeName?: Text;
  address?: Text;
  longitude?: Figure;
  latitude?: Figure;
  openHours?: Text;
  contacts?: { name: Text; phone: Text }[] | null;
  deliveryGuide?: Text;
  marks?: Text;
  remark?: Text;
  /** The link is one of a driver. */
  forDriver?: boolean;
  awbNumber?: Text;
  customerNumber?: Text;
  receiptDate?: Text;
  pieces?: Figure;
  weight?: Figure;
  volume?: Figure;
}

/** What a driver brings to a port, a station or a warehouse there, with its terms. */
export interface BoxNotice extends Goods {
  noticeNumber?: Text;
  number?: Text;
  shipName?: Text;
  shipVoyageNumber?: Text;
  trainNo?: Text;
  planNo?: Text;
  expectDeparture?: Text;
  departureStation?: Text;
  departureStationName?: Text;
  arrivalStation?: Text;
  arrivalStationName?: Text;
  pieces?: Figure;
  weight?: Figure;
  volume?: Figure;
  containerList?: Text;
  containers?: Container[] | null;
  placeName?: Text;
  address?: Text;
  longitude?: Figure;
  latitude?: Figure;
  contact?: Text;
  tel?: Text;
  openHours?: Text;
  guide?: Text;
  latestTime?: Text;
  driverNumber?: Text;
  driverName?: Text;
}

/** Where a lorry loads or unloads, and what. */
export interface RoadNotice extends Goods {
  noticeNumber?: Text;
  kind?: Text;
  city?: Text;
  company?: Text;
  address?: Text;
  contact?: Text;
  tel?: Text;
  timeFrom?: Text;
  timeTo?: Text;
  planPieces?: Figure;
  planWeight?: Figure;
  planVolume?: Figure;
  confirmPieces?: Figure;
  confirmWeight?: Figure;
  confirmVolume?: Figure;
  driverNumber?: Text;
  driverName?: Text;
  driverTel?: Text;
  remark?: Text;
}

interface Props<T> {
  notice: T;
  title: string;
  link: ShareLink;
  flag: Place;
}

/** The notice of an air order: with the terms of its place where that is known, with its driver where there is one. */
export function AirSheet({ notice: first, ...shared }: Props<AirNotice>) {
  const { language } = useSpeech();
  const [told, setTold] = useState<DriverTold>({});
  const notice = { ...first, ...told };
  const rows: Rows = [
    ...(notice.noticeNumber ? ([["notice.number", numbered(notice.noticeNumber)]] as Rows) : []),
    ["notice.master", numbered(notice.awbNumber)],
    ["order.code", numbered(notice.orderCode)],
    ["notice.customer", text(notice.customerNumber)],
    ["notice.date", joined([day(notice.receiptDate), notice.slot], " ")],
    ["notice.goods", goodsName(notice, language)],
    ...measures(notice, notice.packageType),
    ...terms(notice),
    ...(notice.noticeNumber ? ([["driver.plate", numbered(notice.plateNo)], ["driver.name", text(notice.driverName)]] as Rows) : []),
  ];
  const { longitude, latitude, placeName: name } = notice;
  return (
    <>
      <Sheet
        {...shared}
        place={joined([name ? `${name} ${notice.place}` : notice.place, notice.address], " · ")}
        way={<Navigate longitude={longitude} latitude={latitude} name={text(name)} />}
        rows={rows}
        qrSize={QR_SIZE}
      >
        <Remark label="notice.marks" value={notice.marks} />
        <Remark label="notice.guide" value={notice.deliveryGuide} />
        <Remark label="notice.remark" value={notice.remark} />
      </Sheet>
      {first.forDriver ? <DriverBlock notice={notice} link={shared.link} flag={shared.flag} told={setTold} /> : null}
    </>
  );
}

/** When the place takes cargo, and whom to ask; nothing where the order names its place in words alone. */
function terms({ placeName: name, latestTime, openHours, contacts }: AirNotice): Rows {
  if (!name) return [];
  const people = contacts?.length ? contacts : [{ name: null, phone: null }];
  return [
    ["notice.latestArrival", <Deadline key="latest" time={latestTime} />],
    ["notice.openHours", text(openHours)],
    ...people.flatMap<Rows[number]>((one) => [
      ["notice.contact", text(one.name)],
      ["notice.tel", <Phone key="tel" number={one.phone} />],
    ]),
  ];
}

/** The notice of a sea or a rail order. */
export function BoxSheet({ notice, ...shared }: Props<BoxNotice>) {
  const { t, language } = useSpeech();
  const rail = shared.link.scope === "TE";
  const carrier: Rows = rail
    ? [
        ["head.train", numbered(notice.trainNo)],
        ["notice.plan", numbered(notice.planNo)],
      ]
    : [["head.ship", text(shipInfo(notice))]];
  const rows: Rows = [
    ["notice.number", numbered(notice.noticeNumber || notice.orderCode)],
    [rail ? "route.awb" : "notice.bill", numbered(notice.number)],
    ...carrier,
    ["notice.route", route(notice)],
    [rail ? "head.expectTrain" : "head.expectDeparture", minute(notice.expectDeparture)],
    ...(notice.containerList ? ([["order.boxes", notice.containerList]] as Rows) : []),
    ["notice.goods", goodsName(notice, language)],
    ...measures(notice, notice.packageType),
    [rail ? "notice.latestStation" : "notice.latest", <Deadline key="latest" time={notice.latestTime} />],
    ["notice.contact", text(notice.contact)],
    ["notice.tel", <Phone key="tel" number={notice.tel} />],
    ["notice.hours", text(notice.openHours)],
    ["driver.plate", numbered(notice.driverNumber)],
    ["driver.name", text(notice.driverName)],
  ];
  const { longitude, latitude } = notice;
  return (
    <Sheet
      {...shared}
      place={joined([notice.placeName, notice.address], " ")}
      way={<Navigate longitude={longitude} latitude={latitude} name={text(notice.placeName)} />}
      rows={rows}
      qrSize={QR_SIZE_SMALL}
    >
      {notice.containers?.length ? (
        <Table
          name={t("box.table")}
          kind="containers"
          labels={[t("box.number"), t("box.type"), t("box.seal")]}
          rows={notice.containers.map((box) => [numbered(box.containerNo), text(box.containerType), numbered(box.sealNo)])}
        />
      ) : null}
      <Remark label="notice.guide" value={notice.guide} />
    </Sheet>
  );
}

/** The notice of a road order: planned beside actual. */
export function RoadSheet({ notice, ...shared }: Props<RoadNotice>) {
  const { language } = useSpeech();
  const rows: Rows = [
    ["notice.number", numbered(notice.noticeNumber || notice.orderCode)],
    ["notice.company", text(notice.company)],
    ["notice.contact", text(notice.contact)],
    ["notice.tel", <Phone key="tel" number={notice.tel} />],
    ["notice.window", <Deadline key="window" from={notice.timeFrom} time={notice.timeTo} />],
    ["notice.goods", goodsName(notice, language)],
    ["notice.bothPieces", joined([both(pieces, notice.planPieces, notice.confirmPieces), notice.packageType], " ")],
    ["notice.bothWeight", both(weight, notice.planWeight, notice.confirmWeight)],
    ["notice.bothVolume", both(volume, notice.planVolume, notice.confirmVolume)],
    ["driver.plate", numbered(notice.driverNumber)],
    ["driver.name", text(notice.driverName)],
    ["driver.tel", <Phone key="tel" number={notice.driverTel} />],
  ];
  return (
    <Sheet {...shared} place={joined([notice.city, notice.address], " ")} rows={rows} qrSize={QR_SIZE}>
      <Remark label="notice.remark" value={notice.remark} />
    </Sheet>
  );
}

interface SheetProps {
  title: string;
  link: ShareLink;
  flag: Place;
  place: string;
  /** How to get there. */
  way?: ReactNode;
  rows: Rows;
  qrSize: number;
  children?: ReactNode;
}

function Sheet({ title, link, flag, place, way, rows, qrSize, children }: SheetProps) {
  const { t } = useSpeech();
  return (
    <>
      <div className="head">
        <h1 className="head-title">{title}</h1>
        <div className="current">
          <p className="current-label">{t(link.scope === "LC" ? placeName("LC", flag) : "notice.place")}</p>
          <p className="current-line">{place}</p>
          {way}
        </div>
      </div>
      <section className="section sheet" aria-label={t("notice.cargo")}>
        <Facts of={rows} />
        <QrFigure content={location.origin + noticeUrl(link, flag)} label={t("notice.qr")} size={qrSize} />
        {children}
      </section>
    </>
  );
}

function Remark({ label, value }: { label: Key; value: Text }) {
  return value ? <Facts className="remark" of={[[label, value]]} /> : null;
}

function route(notice: BoxNotice): string {
  const from = station(notice.departureStation, notice.departureStationName);
  return joined([from, station(notice.arrivalStation, notice.arrivalStationName)], " → ");
}

function station(code: Text, name: Text): string {
  return code && name && code !== name ? `${name} ${code}` : name || code || "";
}

function measures(notice: { pieces?: Figure; weight?: Figure; volume?: Figure }, packed: Text): Rows {
  return [
    ["order.pieces", joined([pieces(notice.pieces), packed], " ")],
    ["notice.weight", weight(notice.weight)],
    ["notice.volume", volume(notice.volume)],
  ];
}

function both(write: (figure: Figure) => string, plan: Figure, confirm: Figure): string {
  return `${write(plan)} / ${write(confirm)}`;
}
