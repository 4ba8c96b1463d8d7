// Where the cargo is: the current track line, the waybill header, the flights and the latest events.

import { useState } from "react";
import { RouteDialog, RouteTimeline } from "./dialogs";
import { joined, minute, pieces, text, weight } from "./format";
import { useSpeech } from "./i18n";
import { useNotify } from "./notify";
import { newestFirst, newestTrack, type RouteInfo, type RouteRow, type RouteTrack, type TrackedOrder } from "./record";
import { Empty, Fact } from "./section";

/** How many events the section shows; all of them stand in the dialog. */
const LATEST = 5;

/** One event as a line: code, name, airport in brackets, time to the minute. */
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
        <RouteDialog mawbNum={text(order.awbNumber)} routeTracks={order.routeTracks} close={() => setOpen(false)} />
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
  const { t } = useSpeech();
  return (
    <dl className="facts">
      <Fact label={t("route.awb")}>
        <span className="number">{text(info.mawbNum)}</span>
      </Fact>
      <Fact label={t("head.from")}>{text(info.depPort)}</Fact>
      <Fact label={t("head.to")}>{text(info.arrPort)}</Fact>
      <Fact label={t("route.pieceWeight")}>{text(info.pieceWeightInfo)}</Fact>
    </dl>
  );
}

function RouteTable({ rows }: { rows: RouteRow[] }) {
  const { t } = useSpeech();
  const labels = [t("route.leg"), t("route.flight"), t("route.etd"), t("route.atd"), t("route.eta"), t("route.ata"), t("route.pieceWeight")];
  return (
    // The table scrolls inside its box, so the box takes the focus of the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="scroll route-scroll" role="region" aria-label={t("route.table")} tabIndex={0}>
      <table className="stack route-table">
        <thead>
          <tr>
            {labels.map((label) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <RouteLine key={at} row={row} labels={labels} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function RouteLine({ row, labels }: { row: RouteRow; labels: string[] }) {
  const cells = [
    joined([row.depPort, row.arrPort], " → "),
    text(row.flightNo),
    minute(row.etd),
    minute(row.atd),
    minute(row.eta),
    minute(row.ata),
    joined([pieces(row.piece), weight(row.weight)], " / "),
  ];
  return (
    <tr className={row.errorMessage ? "error" : undefined}>
      {cells.map((cell, at) => (
        <td key={labels[at]} data-label={labels[at]}>
          {cell}
          {at === 0 && row.errorMessage ? <span className="error-text">{row.errorMessage}</span> : null}
        </td>
      ))}
    </tr>
  );
}
