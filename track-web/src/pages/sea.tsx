// An order by sea, and in the same layout by rail, of air import and of other kinds.

import * as call from "../call";
import { Carousel } from "../carousel";
import { Dates } from "../dates";
import { Figures } from "../figures";
import { day, decimal, joined, minute, pieces, text, volume, weight } from "../format";
import { goodsName } from "../goods";
import { addTexts, useSpeech, type Key } from "../i18n";
import * as texts from "../i18n/carriage";
import { Icon } from "../icons";
import { NoticeTiles } from "../notice-tiles";
import { useNotify } from "../notify";
import { linkTarget, openLater, safeUrl } from "../open-link";
import { Progress } from "../progress";
import { QR_SIZE_SMALL, QrFigure } from "../qr-code";
import { shipInfo, type Container, type TrackedOrder } from "../record";
import { CurrentTrack } from "../route";
import { Facts, Section, numbered } from "../section";
import { FileSections, ManifestPart, TrackPart } from "../sections";
import { shareUrl, type ShareLink } from "../share-link";
import { Stations, type Station } from "../stations";
import { Table } from "../table";

addTexts(texts.zh, texts.en);

interface Props {
  order: TrackedOrder;
  link: ShareLink;
}

const RAIL = ["TE", "TI"];
/** The scopes whose paper can be opened, and what it is called. */
const PAPERS: Record<string, Key> = { SE: "head.bill", SI: "head.bill", AI: "head.waybill" };

/** The view of the scopes AI, SE, SI, TE, TI and IO. */
export default function Sea({ order, link }: Props) {
  const { t } = useSpeech();
  const { scope } = link;
  const hasManifest = scope in PAPERS || order.manifestList.length > 0;
  return (
    <>
      <Head order={order} link={link} />
      <NoticeTiles link={link} />
      <Section title={t("section.order")} initiallyOpen>
        {scope === "IO" ? <Service order={order} /> : <Cargo order={order} scope={scope} />}
      </Section>
      <TrackPart order={order} />
      {hasManifest ? <ManifestPart order={order} /> : null}
      <FileSections order={order} filesOpen={order.number !== ""} Gallery={Carousel} />
    </>
  );
}

function Head({ order, link }: Props) {
  const { t } = useSpeech();
  return (
    <>
      <div className="head head-row">
        <h1 className="head-number">{order.number}</h1>
        <Papers order={order} link={link} />
      </div>
      <section className="section sheet" aria-label={t("head.voyage")}>
        <div>
          {link.scope === "IO" ? null : <Stations stations={stations(order, link.scope)} />}
          <Facts of={link.scope === "IO" ? serviceHead(order) : voyage(order, link.scope)} />
        </div>
        <QrFigure content={shareUrl(link, location.origin)} label={t("head.qr")} size={QR_SIZE_SMALL} />
        <Progress milestones={order.milestones} />
      </section>
      <CurrentTrack order={order} />
    </>
  );
}

/** The way to the paper of the order and to its carrier's own page. */
function Papers({ order, link }: Props) {
  const { t, language } = useSpeech();
  const notify = useNotify();
  const paper = order.number ? PAPERS[link.scope] : undefined;
  const more = safeUrl(order.awbTrackUrl);
  const open = (): void => {
    openLater(() => call.submitBill({ link, language })).catch(notify);
  };
  return (
    <p className="head-actions">
      {paper ? (
        <button type="button" className="tile" onClick={open}>
          <Icon name="file" />
          {t(paper)}
        </button>
      ) : null}
      {more ? (
        <a className="link" href={more} {...linkTarget()}>
          {t("head.more")}
        </a>
      ) : null}
    </p>
  );
}

function stations(order: TrackedOrder, scope: string): Station[] {
  const rail = RAIL.includes(scope);
  const [from, to]: [Key, Key] = rail ? ["head.fromStation", "head.toStation"] : ["head.from", "head.to"];
  const way: Station[] = [{ label: from, code: order.departureStation, name: order.departureStationName }];
  if (rail && order.borderStation) {
    way.push({ label: "head.border", code: order.borderStation, name: order.borderStationName });
  }
  for (const code of [order.transitStation, order.transitStation2]) if (code) way.push({ label: "head.transit", code });
  return [...way, { label: to, code: order.arrivalStation, name: order.arrivalStationName }];
}

/** What the cargo travels with, and when. */
function voyage(order: TrackedOrder, scope: string): [Key, React.ReactNode][] {
  const rail = RAIL.includes(scope);
  const ship = shipInfo(order);
  const [label, carrier]: [Key, string | null | undefined] =
    scope === "AI" && !ship
      ? ["head.flight", order.expectFlight]
      : rail
        ? ["head.train", order.trainNo]
        : ["head.ship", ship];
  return [
    [label, numbered(carrier)],
    [rail ? "head.expectTrain" : "head.expectDeparture", minute(order.expectDepartureFormat || order.expectDeparture)],
    ["head.arrival", minute(order.expectArrival)],
  ];
}

function serviceHead(order: TrackedOrder): [Key, React.ReactNode][] {
  return [
    ["order.service", text(order.serviceTypeName)],
    ["order.businessDate", day(order.businessDate)],
  ];
}

/** The body of the order section: numbers, boxes, goods and measures. */
function Cargo({ order, scope }: { order: TrackedOrder; scope: string }) {
  const { language } = useSpeech();
  const paper: [Key, React.ReactNode] = RAIL.includes(scope)
    ? ["route.awb", numbered(order.railWaybillNo)]
    : ["order.master", numbered(order.mlbNumber || (scope === "AI" ? order.awbNumber : ""))];
  const house: [Key, React.ReactNode][] = scope === "SI" ? [["manifest.house", numbered(order.hlbNumber)]] : [];
  return (
    <div className="order">
      <Facts
        of={[
          ["order.contract", numbered(order.contractNumber)],
          paper,
          ...house,
          ["order.packing", text(order.containerMethod)],
          ["order.boxes", text(order.containerList)],
          ["order.teu", decimal(order.containerNumber, 2)],
          ["order.goodsType", text(order.goodsType)],
          ["notice.goods", goodsName(order, language)],
          ["order.code", numbered(order.orderCode)],
        ]}
      />
      <Figures order={order} chargeLabel="order.chargeTons" />
      {order.containers?.length ? <Containers boxes={order.containers} /> : null}
      {scope === "SI" ? <Dates order={order} /> : null}
    </div>
  );
}

const BOX_LABELS = ["box.number", "box.type", "box.seal", "order.pieces", "notice.weight", "notice.volume"] as const;

function Containers({ boxes }: { boxes: Container[] }) {
  const { t } = useSpeech();
  return (
    <Table
      name={t("box.table")}
      kind="containers"
      stack
      labels={BOX_LABELS.map((label) => t(label))}
      rows={boxes.map((box) => [
        numbered(box.containerNo),
        text(box.containerType),
        numbered(box.sealNo),
        pieces(box.pieces),
        weight(box.weight),
        volume(box.volume),
      ])}
    />
  );
}

/** The body of the order section of another service. */
function Service({ order }: { order: TrackedOrder }) {
  return (
    <Facts
      of={[
        ["order.code", numbered(order.orderCode)],
        ["order.service", text(order.serviceTypeName)],
        ["order.content", text(order.serviceContent)],
        ["order.businessDate", day(order.businessDate)],
        ["order.startDate", day(order.startDate)],
        ["order.finishDate", day(order.finishDate)],
        ["order.quantity", joined([decimal(order.quantity, 0), order.unit], " ")],
      ]}
    />
  );
}
