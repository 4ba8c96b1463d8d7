import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { Suspense, lazy, useState } from "react";
import { Copyable } from "@/platform/fields/field-value";
import { useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import type { RouteRow, TrackEvent } from "@/platform/order/air-track-tab";
import { hasHappened, minute, statusName, useCargo } from "@/platform/order/event-texts";
import { PageLink } from "@/platform/page-link";
import { PageLoading } from "@/platform/page-loading";
import { useCan } from "@/platform/session";
import { ToneTag } from "@/platform/tone-tag";
import { type Cargo, type CargoScope, readCargo } from "./cargo-calls";

const CargoDetails = lazy(async () => ({ default: (await import("./cargo-details")).CargoDetails }));
const EventDialog = lazy(async () => ({ default: (await import("@/platform/order/air-track-dialogs")).EventDialog }));

const REFRESH_MS = 60_000;
const TONES = { NONE: "neutral", TRACKING: "info", DONE: "done" } as const;

interface CardProps {
  scope: CargoScope;
  number: string;
  house: string;
  /** Whether the details show at once. */
  open: boolean;
}

/** What is known of a number; it is read again each minute. */
export function CargoCard({ scope, number, house, open }: CardProps) {
  const t = useText();
  const [isOpen, setOpen] = useState(open);
  const [entering, setEntering] = useState(false);
  const mayEnter = useCan("af-track-input");
  const found = useQuery({
    queryKey: ["cargo", scope, number, house],
    staleTime: 0,
    refetchInterval: REFRESH_MS,
    queryFn: () => readCargo(scope, number, house),
  });
  const cargo = found.data;
  const renew = () => void found.refetch();
  const wrong = cargo ? cargo.routeTracks.some((event) => event.flightStatusCode === "DIS") : Boolean(found.error);
  return (
    <article className={`cargo-card order-tab${wrong ? " is-wrong" : ""}`} aria-label={number}>
      <div className="tab-bar">
        <Copyable text={number} />
        {cargo && <ToneTag tone={TONES[cargo.state]}>{t(`track:state.${cargo.state}`)}</ToneTag>}
        {cargo?.orderCode && <span className="mono">{cargo.orderCode}</span>}
        <span className="top-space" />
        {cargo?.orderUuid && <PageLink href={`/orderShareQrcodeTrack?orderUuid=${cargo.orderUuid}`}>{t("track:share")}</PageLink>}
        {cargo && mayEnter && <Button onClick={() => setEntering(true)}>{t("order:track.enter")}</Button>}
        {cargo && (
          <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t(isOpen ? "track:close" : "track:open")}
          </Button>
        )}
      </div>
      {!cargo && found.error && <LoadFailed message={found.error.message} retry={renew} />}
      {!cargo && !found.error && <PageLoading rows={2} />}
      {cargo && <Summary cargo={cargo} />}
      {cargo && isOpen && (
        <Suspense fallback={<PageLoading rows={2} />}>
          <CargoDetails cargo={cargo} renew={renew} />
        </Suspense>
      )}
      <Suspense fallback={null}>
        {entering && <EventDialog order={{ awbNumber: number }} close={() => setEntering(false)} saved={renew} />}
      </Suspense>
    </article>
  );
}

function Summary({ cargo }: { cargo: Cargo }) {
  const t = useText();
  const last = cargo.routeTracks.find(hasHappened);
  const eta = cargo.routes.at(-1)?.eta;
  return (
    <>
      {cargo.routes.length > 0 && (
        <ol className="cargo-legs" aria-label={t("order:air.route")}>
          {cargo.routes.map((leg) => (
            <li key={`${leg.depPort} ${leg.arrPort} ${leg.flightNo}`} className={`is-${legState(leg)}`}>
              <span className="mono">{[leg.depPort, leg.arrPort].filter(Boolean).join("-")}</span>{" "}
              <span>{t(`track:leg.${legState(leg)}`)}</span>
            </li>
          ))}
        </ol>
      )}
      {last && <LastEvent event={last} />}
      {eta && <p className="soft tabular">{t("track:eta", { time: minute(eta) })}</p>}
      {cargo.note && <p className="soft">{cargo.note}</p>}
    </>
  );
}

/** How far the cargo is on a leg. */
function legState(leg: RouteRow): "planned" | "flying" | "arrived" {
  if (leg.ata) return "arrived";
  return leg.atd ? "flying" : "planned";
}

function LastEvent({ event }: { event: TrackEvent }) {
  const cargo = useCargo()(event.quantity, event.grossWeight);
  return (
    <p className="cargo-last">
      <b className="mono">{event.flightStatusCode}</b>
      {event.known && <b>{statusName(event.flightStatusCode)}</b>}
      {event.airportCode && <span className="mono">[{event.airportCode}]</span>}
      <time className="tabular">{minute(event.eventTime)}</time>
      {cargo && <span className="tabular">{cargo}</span>}
    </p>
  );
}
