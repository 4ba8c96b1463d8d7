import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useState } from "react";
import { CallError, get, remove } from "@/platform/call/client";
import type { Tone } from "@/platform/contract";
import { ask } from "@/platform/dialog";
import { asNumber, formatFigure } from "@/platform/format";
import { useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { PageLoading } from "@/platform/page-loading";
import { toast } from "@/platform/toast";
import { ManifestSection } from "@/platform/order/manifest-section";
import { ToneTag } from "@/platform/tone-tag";
import { EventDialog } from "./event-dialog";
import type { EventTabProps } from "../tab-props";
import "@/platform/order/tabs.css";

/** One thing that happened, or is expected to. */
interface TrackEvent {
  id: string;
  code: string;
  name: string;
  place: string | null;
  placeName: string | null;
  containerNo: string | null;
  classifier: Classifier;
  eventTime: string | null;
  pieces: number | null;
  weight: number | null;
  remark: string | null;
  source: string;
  /** Told to have happened before what must come first. */
  outOfOrder: boolean;
  creatorName: string | null;
  createTime: string | null;
  canRemove: boolean;
}

/** Happened, estimated, planned. */
type Classifier = "ACT" | "EST" | "PLN";

/** A code that may be entered. */
export interface EventCode {
  code: string;
  zh: string;
  en: string;
}

interface Events {
  codes: EventCode[];
  events: TrackEvent[];
}

const TONES: Record<Classifier, Tone> = { ACT: "done", EST: "info", PLN: "neutral" };

/** Where the shipment is: what was reported or entered about it, newest first. */
export function TrackTab({ order, changed }: EventTabProps) {
  const t = useText();
  const [entering, setEntering] = useState(false);
  // A locked order takes events too: who may enter them is told besides who may change it.
  const mayEnter = order.buttons.includes(`${order.prefix}-order-track`);
  const found = useQuery({
    queryKey: ["sc.events", order.orderUuid],
    staleTime: 0,
    queryFn: () => get<Events>("/sc/order/events", { orderUuid: order.orderUuid }, { quiet: true }),
  });
  const renew = () => {
    void found.refetch();
    // An event may have set actual times and the state of the order.
    changed();
  };
  if (!found.data && found.error)
    return <LoadFailed message={found.error.message} retry={() => void found.refetch()} />;
  if (!found.data) return <PageLoading rows={5} />;
  const { codes, events } = found.data;
  // What is planned or expected is not where the shipment is.
  const current = events.findIndex(({ classifier }) => classifier === "ACT");
  return (
    <section className="order-tab" aria-label={t("order:track.title")}>
      {mayEnter && (
        <div className="tab-bar">
          <Button type="primary" onClick={() => setEntering(true)}>
            {t("order:track.enter")}
          </Button>
        </div>
      )}
      {events.length === 0 && <p className="soft">{t(mayEnter ? "order:track.noEvents" : "order:track.none")}</p>}
      <ol className="track-events">
        {events.map((event, place) => (
          <EventItem key={event.id} event={event} current={place === current} removed={renew} />
        ))}
      </ol>
      <ManifestSection orderUuid={order.orderUuid} />
      {entering && <EventDialog order={order} codes={codes} close={() => setEntering(false)} saved={renew} />}
    </section>
  );
}

function EventItem({ event, current, removed }: { event: TrackEvent; current: boolean; removed(): void }) {
  const t = useText();
  const cargo = [
    asNumber(event.pieces) === null ? "" : t("order:track.pieces", { n: formatFigure(event.pieces, 0) }),
    asNumber(event.weight) === null ? "" : t("order:track.weight", { n: formatFigure(event.weight, 3) }),
  ].filter(Boolean);
  const removeEvent = async () => {
    const name = [event.name, event.place].filter(Boolean).join(" ");
    if (
      !(await ask({ text: t("order:track.removeConfirm", { name }), yes: t("platform:action.remove"), danger: true }))
    )
      return;
    try {
      await remove(`/sc/track/${encodeURIComponent(event.id)}`);
      toast.done();
      removed();
    } catch (error) {
      // The call has shown why.
      if (!(error instanceof CallError)) throw error;
    }
  };
  return (
    <li aria-current={current ? "step" : undefined}>
      <p className="track-event-head">
        <b className="mono">{event.code}</b>
        <b>{event.name}</b>
        {event.place && <span className="mono">{event.place}</span>}
        {event.placeName && <span>{event.placeName}</span>}
        <time className="tabular">{(event.eventTime ?? "").slice(0, 16)}</time>
        {event.containerNo && <span className="mono">{event.containerNo}</span>}
        {cargo.length > 0 && <span className="tabular">{cargo.join(" / ")}</span>}
        <ToneTag tone={TONES[event.classifier]}>{t(`order:track.classifier.${event.classifier}`)}</ToneTag>
        {event.outOfOrder && <ToneTag tone="warning">{t("order:track.outOfOrder")}</ToneTag>}
      </p>
      {event.remark && <p className="soft">{event.remark}</p>}
      <p className="track-event-foot">
        <span className="nothing">
          {[event.source, event.creatorName, event.createTime?.slice(0, 16)].filter(Boolean).join(" · ")}
        </span>
        {event.canRemove && (
          <button type="button" className="text-button" onClick={() => void removeEvent()}>
            {t("platform:action.remove")}
          </button>
        )}
      </p>
    </li>
  );
}
