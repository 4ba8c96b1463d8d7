import { useQuery } from "@tanstack/react-query";
import { Button, Table, type TableColumnsType } from "antd";
import { useState } from "react";
import { CallError, get, remove } from "@/platform/call/client";
import { ask } from "@/platform/dialog";
import { Copyable } from "@/platform/fields/field-value";
import { EMPTY } from "@/platform/format";
import { useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { PageLoading } from "@/platform/page-loading";
import { useCan } from "@/platform/session";
import { toast } from "@/platform/toast";
import { ToneIcon } from "@/platform/tone-icon";
import { ToneTag } from "@/platform/tone-tag";
import type { AirOrderRead, OrderTabProps } from "@/platform/order/tab-props";
import { ManifestSection } from "@/platform/order/manifest-section";
import { EventDialog, MessageDialog } from "@/platform/order/air-track-dialogs";
import { hasHappened, minute, statusName, useCargo } from "@/platform/order/event-texts";
import "@/platform/order/tabs.css";

/** A leg with what the events say of it. */
export interface RouteRow {
  depPort: string;
  arrPort: string;
  flightNo: string;
  etd: string | null;
  atd: string | null;
  eta: string | null;
  ata: string | null;
  piece: number | null;
  weight: number | null;
  errorMessage: string | null;
}

/** What a status message or an entry by hand tells of the cargo. */
export interface CargoStatus {
  flightStatusCode: string;
  flightStatusName: string;
  airportCode: string;
  eventTime: string | null;
  remark: string | null;
  flightNum: string;
  quantity: number | null;
  grossWeight: number | null;
  /** `ACT`, `EST` or `PLN`. */
  classifier?: string;
  /** Told as a fact of the future. */
  ahead?: boolean;
}

export interface TrackEvent extends CargoStatus {
  id: string;
  source: string;
  part: string;
  known: boolean;
  canRemove: boolean;
}

interface Tracks {
  awbNumber: string;
  routeTracks: TrackEvent[];
  routes: RouteRow[];
}

/** Where the shipment is: its route, what was reported about it, and the customs manifest. */
export function TrackTab({ order, changed }: OrderTabProps<AirOrderRead>) {
  const t = useText();
  const [dialog, setDialog] = useState<"event" | "message" | null>(null);
  const mayEnter = useCan("af-track-input");
  const tracks = useQuery({
    queryKey: ["af.tracks", order.orderUuid, order.awbNumber],
    staleTime: 0,
    queryFn: () => get<Tracks>("/afbase/order/tracks", { orderUuid: order.orderUuid }, { quiet: true }),
  });
  const renew = () => {
    void tracks.refetch();
    // An event may have set the actual times and the state of the order.
    changed();
  };
  if (!tracks.data && tracks.error) return <LoadFailed message={tracks.error.message} retry={() => void tracks.refetch()} />;
  if (!tracks.data) return <PageLoading rows={5} />;
  const { awbNumber, routes, routeTracks } = tracks.data;
  if (awbNumber === "") {
    return (
      <div className="tab-empty">
        <p>{t("order:air.noNumber")}</p>
      </div>
    );
  }
  return (
    <section className="order-tab" aria-label={t("order:track.title")}>
      <div className="tab-bar">
        <span className="soft">{t("order:air.number")}</span>
        <Copyable text={awbNumber} />
        <span className="top-space" />
        {mayEnter && <Button onClick={() => setDialog("message")}>{t("order:air.paste")}</Button>}
        {mayEnter && (
          <Button type="primary" onClick={() => setDialog("event")}>
            {t("order:track.enter")}
          </Button>
        )}
      </div>
      <h2>{t("order:air.route")}</h2>
      <RouteTable routes={routes} />
      <h2>{t("order:air.events")}</h2>
      <Timeline events={routeTracks} removed={renew} />
      <ManifestSection orderUuid={order.orderUuid} />
      {dialog === "event" && <EventDialog order={order} close={() => setDialog(null)} saved={renew} />}
      {dialog === "message" && <MessageDialog order={order} close={() => setDialog(null)} saved={renew} />}
    </section>
  );
}

/** The legs, those with a discrepancy in red. */
export function RouteTable({ routes }: { routes: RouteRow[] }) {
  const t = useText();
  const cargo = useCargo();
  if (routes.length === 0) return <p className="soft">{t("order:air.noRoute")}</p>;
  const time = (name: "etd" | "atd" | "eta" | "ata") => ({
    key: name,
    width: 136,
    title: t(`order:air.${name}`),
    render: (_: unknown, row: RouteRow) => <span className="tabular">{minute(row[name])}</span>,
  });
  const columns: TableColumnsType<RouteRow> = [
    {
      key: "route",
      width: 170,
      title: t("order:air.leg"),
      render: (_, row) => (
        <>
          <span className="mono">{[row.depPort, row.arrPort].filter(Boolean).join("-")}</span>
          {row.errorMessage && (
            <span className="route-error">
              <ToneIcon tone="danger" size={12} />
              {row.errorMessage}
            </span>
          )}
        </>
      ),
    },
    { key: "flight", width: 96, title: t("order:air.flight"), render: (_, row) => <span className="mono">{row.flightNo || EMPTY}</span> },
    time("etd"),
    time("atd"),
    time("eta"),
    time("ata"),
    {
      key: "cargo",
      width: 150,
      align: "right",
      className: "is-figure",
      title: t("order:air.cargo"),
      render: (_, row) => cargo(row.piece, row.weight) || EMPTY,
    },
  ];
  return (
    <Table<RouteRow>
      className="tab-table"
      size="small"
      rowKey={(row) => `${row.depPort} ${row.arrPort} ${row.flightNo} ${row.etd ?? ""}`}
      columns={columns}
      dataSource={routes}
      pagination={false}
      rowClassName={(row) => (row.errorMessage ? "is-wrong" : "")}
      scroll={{ x: "max-content" }}
    />
  );
}

/** Events, newest first; the first one that has happened is where the shipment is now. */
export function Timeline({ events, removed }: { events: TrackEvent[]; removed(): void }) {
  const t = useText();
  if (events.length === 0) return <p className="soft">{t("order:air.noEvents")}</p>;
  const current = events.findIndex(hasHappened);
  return (
    <ol className="track-events">
      {events.map((event, place) => (
        <EventItem key={event.id} event={event} current={place === current} removed={removed} />
      ))}
    </ol>
  );
}

function EventItem({ event, current, removed }: { event: TrackEvent; current: boolean; removed(): void }) {
  const t = useText();
  const cargo = useCargo()(event.quantity, event.grossWeight);
  const removeEvent = async () => {
    const name = `${event.flightStatusCode} ${event.airportCode}`;
    if (!(await ask({ text: t("order:track.removeConfirm", { name }), yes: t("platform:action.remove"), danger: true }))) return;
    try {
      await remove(`/afbase/track/${encodeURIComponent(event.id)}`);
      toast.done();
      removed();
    } catch (error) {
      // The call has shown why.
      if (!(error instanceof CallError)) throw error;
    }
  };
  return (
    <li className={event.flightStatusCode === "DIS" ? "is-wrong" : ""} aria-current={current ? "step" : undefined}>
      <p className="track-event-head">
        <b className="mono">{event.flightStatusCode}</b>
        {event.known && <b>{statusName(event.flightStatusCode)}</b>}
        {event.airportCode && <span className="mono">{event.airportCode}</span>}
        <time className="tabular">{minute(event.eventTime)}</time>
        {event.flightNum && <span className="mono">{event.flightNum}</span>}
        {cargo && <span className="tabular">{cargo}</span>}
        {event.part === "P" && <ToneTag tone="warning">{t("order:air.partial")}</ToneTag>}
        {event.ahead && <ToneTag tone="warning">{t("order:track.ahead")}</ToneTag>}
        {!event.ahead && !hasHappened(event) && <ToneTag tone="neutral">{t(`order:track.classifier.${event.classifier}`)}</ToneTag>}
      </p>
      {event.remark && <p className={event.known ? "soft" : "soft mono track-raw"}>{event.remark}</p>}
      <p className="track-event-foot">
        <span className="nothing">{event.source}</span>
        {event.canRemove && (
          <button type="button" className="text-button" onClick={() => void removeEvent()}>
            {t("platform:action.remove")}
          </button>
        )}
      </p>
    </li>
  );
}
