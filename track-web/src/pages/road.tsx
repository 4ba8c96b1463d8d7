// An order by road: where from and to, the goods, the lorry and its driver, the stops on the way.

import { Phone } from "../contact";
import { Figures } from "../figures";
import { joined, minute, text } from "../format";
import { goodsName } from "../goods";
import { addTexts, useSpeech } from "../i18n";
import * as texts from "../i18n/carriage";
import { NoticeTiles } from "../notice-tiles";
import { Progress } from "../progress";
import { QrFigure } from "../qr-code";
import { type Stop, type TrackedOrder } from "../record";
import { CurrentTrack } from "../route";
import { Facts, Section, numbered } from "../section";
import { FileSections, TrackPart } from "../sections";
import { shareUrl, type ShareLink } from "../share-link";
import { Stations } from "../stations";

addTexts(texts.zh, texts.en);

/** The view of scope LC. */
export default function Road({ order, link }: { order: TrackedOrder; link: ShareLink }) {
  const { t } = useSpeech();
  return (
    <>
      <div className="head">
        <h1 className="head-number">{order.orderCode}</h1>
      </div>
      <section className="section sheet" aria-label={t("head.voyage")}>
        <div>
          <Stations
            stations={[
              { label: "head.fromTown", name: order.departureStationName || order.departureStation },
              { label: "head.toTown", name: order.arrivalStationName || order.arrivalStation },
            ]}
          />
          <Vehicle order={order} />
        </div>
        <QrFigure content={shareUrl(link, location.origin)} label={t("head.qr")} />
        <Progress milestones={order.milestones} />
      </section>
      <CurrentTrack order={order} />
      <NoticeTiles link={link} />
      <Section title={t("section.order")} initiallyOpen>
        <Cargo order={order} />
      </Section>
      <TrackPart order={order} />
      <FileSections order={order} filesOpen={order.number !== ""} />
    </>
  );
}

function Vehicle({ order }: { order: TrackedOrder }) {
  return (
    <Facts
      of={[
        ["driver.plate", numbered(order.driverNumber)],
        ["driver.name", text(order.driverName)],
        ["driver.tel", <Phone key="tel" number={order.driverTel} />],
      ]}
    />
  );
}

function Cargo({ order }: { order: TrackedOrder }) {
  const { t, language } = useSpeech();
  return (
    <div className="order">
      <Facts
        of={[
          ["notice.goods", goodsName(order, language)],
          ["order.goodsType", text(order.goodsType)],
        ]}
      />
      <Figures order={order} strict />
      {order.stops?.length ? (
        <div>
          <h3>{t("stop.list")}</h3>
          <ol className="timeline">
            {order.stops.map((stop, at) => (
              <li key={at}>
                <StopLine stop={stop} />
              </li>
            ))}
          </ol>
        </div>
      ) : null}
    </div>
  );
}

function StopLine({ stop }: { stop: Stop }) {
  return (
    <>
      <p className="event-what">
        {stop.kind} {joined([stop.city, stop.company], " ")}
      </p>
      <p className="event-when">
        <time>{joined([minute(stop.timeFrom), minute(stop.timeTo)], " – ")}</time>
      </p>
    </>
  );
}
