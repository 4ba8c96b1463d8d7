// An air export order: what is shipped, where it is, its manifest, weighings, files and photos.

import { Suspense } from "react";
import { Dates } from "../dates";
import { dimensions, sizesDiffer } from "../dimensions";
import { Figures } from "../figures";
import { decimal, minute, NOTHING, text } from "../format";
import { useSpeech } from "../i18n";
import { Icon } from "../icons";
import { later, Nothing } from "../later";
import { QrFigure } from "../qr-code";
import type { TrackedOrder } from "../record";
import { CurrentTrack } from "../route";
import { Facts, numbered, Section } from "../section";
import { FileSections, ManifestPart, TrackPart } from "../sections";
import { shareUrl, type ShareLink } from "../share-link";
import { Stations } from "../stations";
import { WeighingTable } from "../weighing";

// The tiles wait for the server anyway, so they come behind the page.
const Tiles = later(() => import("../tiles"), Nothing);

/** The view of scope AF. */
export function AirExport({ order, link }: { order: TrackedOrder; link: ShareLink }) {
  const { t } = useSpeech();
  return (
    <>
      <div className="head">
        <h1 className="head-number">{order.number || order.orderCode}</h1>
        <CurrentTrack order={order} />
      </div>
      <Suspense>
        <Tiles link={link} />
      </Suspense>
      <Section title={t("section.order")} initiallyOpen>
        <OrderInfo order={order} address={shareUrl(link, location.origin)} />
      </Section>
      <TrackPart order={order} />
      <ManifestPart order={order} />
      {order.cargoWeighingList.length > 0 ? (
        <Section title={t("section.weighing")} count={order.cargoWeighingList.length} initiallyOpen>
          <WeighingTable rows={order.cargoWeighingList} />
        </Section>
      ) : null}
      <FileSections order={order} filesOpen={Boolean(order.awbNumber)} />
    </>
  );
}

function OrderInfo({ order, address }: { order: TrackedOrder; address: string }) {
  const { t } = useSpeech();
  const transits = [order.transitStation, order.transitStation2].filter(Boolean);
  return (
    <div className="order">
      <div className="order-top">
        <Stations
          stations={[
            { label: "head.from", code: order.departureStation, name: order.departureStationName },
            ...transits.map((code) => ({ label: "head.transit" as const, code })),
            { label: "head.to", code: order.arrivalStation, name: order.arrivalStationName },
          ]}
        />
        <Facts
          of={[
            ["head.flight", numbered(order.expectFlight)],
            ["head.departure", text(order.expectDepartureFormat || order.expectDeparture)],
            ["head.arrival", minute(order.expectArrival)],
          ]}
        />
      </div>
      <Figures order={order} withDensity />
      <Facts
        of={[
          ["order.goodsNameCn", text(order.goodsNameCn)],
          ["order.goodsNameEn", text(order.goodsNameEn)],
          ["order.goodsType", text(order.goodsType)],
          ["order.code", numbered(order.orderCode)],
        ]}
      />
      <div className="sizes">
        <SizeTable title={t("order.planSizes")} list={order.planDimensions} />
        <SizeTable
          title={t("order.confirmSizes")}
          list={order.confirmDimensions}
          differs={sizesDiffer(order.planDimensions, order.confirmDimensions)}
        />
      </div>
      <Dates order={order} />
      <QrFigure content={address} label={t("head.qr")} />
    </div>
  );
}

function SizeTable({ title, list, differs }: { title: string; list: string | null | undefined; differs?: boolean }) {
  const { t } = useSpeech();
  const rows = dimensions(list);
  return (
    <table className="size-table">
      <caption>
        {title}
        {differs ? <Icon name="warning" label={t("order.differs")} /> : null}
      </caption>
      <thead>
        <tr>
          <th scope="col">{t("order.length")}</th>
          <th scope="col">{t("order.width")}</th>
          <th scope="col">{t("order.height")}</th>
          <th scope="col">{t("order.pieces")}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={at} className={differs ? "differs" : undefined}>
            <td>{row.length || NOTHING}</td>
            <td>{row.width || NOTHING}</td>
            <td>{row.height || NOTHING}</td>
            <td>{decimal(row.pieces, 0)}</td>
          </tr>
        ))}
        {rows.length === 0 ? (
          <tr>
            <td className="none" colSpan={4}>
              {t("empty.data")}
            </td>
          </tr>
        ) : null}
      </tbody>
    </table>
  );
}
