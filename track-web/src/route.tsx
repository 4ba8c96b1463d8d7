// Where the cargo is: the current track line, the waybill header, the flights and the latest events.

import { useState } from "react";
import { RouteDialog, RouteTimeline } from "./dialogs";
import { joined, minute, pieces, text, weight } from "./format";
import { useSpeech } from "./i18n";
import { useNotify } from "./notify";
import { newestFirst, newestTrack, type RouteInfo, type RouteRow, type RouteTrack, type TrackedOrder } from "./record";
import { Empty, Facts, numbered } from "./section";
import { Table } from "./table";

/** How many events the section shows; all of them stand in the dialog. */
const LATEST = 5;

/** One event as a line: code, name, place in brackets, time to the minute. */
export function statusLine(track: RouteTrack): string {
  const { flightStatusCode: code, flightStatusName: name, airportCode } = track;
  return joined([code, name === code ? "" : name, airportCode ? `(${airportCode})` : "", minute(track.eventTime)], " ");
}

/** The current track line with the way to all events. */
export function CurrentTrack({ order }: { order: TrackedOrder }) {
  const { t } = useSpeech();
  const notify = useNotify();
  const [open, setOpen] = useState(false);
  const newest = newestTrack(order.routeTracks);
  const show = (): void => {
    if (order.routeTracks.length > 0) setOpen(true);
    else notify({ key: "failed.noRoute" });
  };
  return (
    <div className="current">
      <p className="current-label">{t("head.current")}</p>
      <p className="current-line">{newest ? statusLine(newest) : text("")}</p>
      <button type="button" className="link" onClick={show}>
        {t("route.details")}
      </button>
      {open ? (
        <RouteDialog mawbNum={order.awbNumber || order.number} routeTracks={order.routeTracks} close={() => setOpen(false)} />
      ) : null}
    </div>
  );
}

/** The body of the track section. */
export function RouteSection({ order }: { order: TrackedOrder }) {
  const { t } = useSpeech();
  const { awbRouteApiInfoVO: info, routes, routeTracks } = order;
  if (!info && routeTracks.length === 0) return <Empty>{t("empty.track")}</Empty>;
  return (
    <>
      {info ? <WaybillHead info={info} /> : null}
      {routes.length > 0 ? <RouteTable rows={routes} /> : null}
      {routeTracks.length > 0 ? (
        <>
          <h3>{t("route.events")}</h3>
          <RouteTimeline tracks={newestFirst(routeTracks).slice(0, LATEST)} />
        </>
      ) : (
        <Empty>{t("empty.track")}</Empty>
      )}
    </>
  );
}

function WaybillHead({ info }: { info: RouteInfo }) {
  return (
    <Facts
      of={[
        ["route.awb", numbered(info.mawbNum)],
        ["head.from", text(info.depPort)],
        ["head.to", text(info.arrPort)],
        ["route.pieceWeight", text(info.pieceWeightInfo)],
      ]}
    />
  );
}

function RouteTable({ rows }: { rows: RouteRow[] }) {
  const { t } = useSpeech();
  return (
    <Table
      name={t("route.table")}
      kind="route"
      stack
      labels={[t("route.leg"), t("route.flight"), t("route.etd"), t("route.atd"), t("route.eta"), t("route.ata"), t("route.pieceWeight")]}
      rows={rows.map((row) => [
        <>
          {joined([row.depPort, row.arrPort], " → ")}
          {row.errorMessage ? <span className="error-text">{row.errorMessage}</span> : null}
        </>,
        text(row.flightNo),
        minute(row.etd),
        minute(row.atd),
        minute(row.eta),
        minute(row.ata),
        joined([pieces(row.piece), weight(row.weight)], " / "),
      ])}
      rowClass={(at) => (rows[at]?.errorMessage ? "error" : undefined)}
    />
  );
}
