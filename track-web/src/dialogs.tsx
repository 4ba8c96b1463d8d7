// The dialogs of the page: route details, manifest details, and the frame that a photo uses too.

import { useEffect, useId, useRef, type ReactNode } from "react";
import { createPortal } from "react-dom";
import { isEmpty, minute, pieces, text, weight } from "./format";
import { useSpeech } from "./i18n";
import { Icon } from "./icons";
import { hasHappened, newestFirst, type ManifestEvent, type RouteTrack } from "./record";

interface FrameProps {
  title: string;
  kind?: "photo";
  close: () => void;
  children: ReactNode;
}

/** A dialog over the page: it takes the focus, keeps it, and gives it back when it is closed. */
export function Dialog({ title, kind, close, children }: FrameProps) {
  const { t } = useSpeech();
  const frame = useRef<HTMLDivElement>(null);
  const id = useId();
  useModal(frame, close);
  return createPortal(
    <div className="veil">
      {/* A click beside the dialog closes it; the keyboard has Escape and the button for that. */}
      <div className="veil-back" aria-hidden="true" onClick={close} />
      <div className={`dialog ${kind ?? ""}`} role="dialog" aria-modal="true" aria-labelledby={id} tabIndex={-1} ref={frame}>
        <header className="dialog-head">
          <h2 id={id}>{title}</h2>
          <button type="button" className="plain" aria-label={t("dialog.close")} onClick={close}>
            <Icon name="close" />
          </button>
        </header>
        <div className="dialog-body">{children}</div>
      </div>
    </div>,
    document.body,
  );
}

function useModal(frame: React.RefObject<HTMLDivElement | null>, close: () => void): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    const before = document.activeElement;
    const page = document.getElementById("root");
    page?.setAttribute("inert", "");
    document.documentElement.classList.add("still");
    frame.current?.focus();
    const key = (event: KeyboardEvent): void => {
      if (event.key === "Escape") latest.current();
      if (event.key === "Tab" && frame.current) keepFocus(event, frame.current);
    };
    document.addEventListener("keydown", key);
    return () => {
      document.removeEventListener("keydown", key);
      page?.removeAttribute("inert");
      document.documentElement.classList.remove("still");
      if (before instanceof HTMLElement) before.focus();
    };
  }, [frame]);
}

/** Old browsers do not know inert, so Tab is turned round at the ends by hand. */
function keepFocus(event: KeyboardEvent, frame: HTMLElement): void {
  const stops = [...frame.querySelectorAll<HTMLElement>("a[href], button:not(:disabled)")];
  const [first, last] = [stops[0], stops[stops.length - 1]];
  const at = document.activeElement;
  if (event.shiftKey && (at === first || at === frame)) {
    event.preventDefault();
    last?.focus();
  } else if (!event.shiftKey && at === last) {
    event.preventDefault();
    first?.focus();
  }
}

/** All events of the shipment, newest first and the newest highlighted. */
export function RouteDialog({ mawbNum, routeTracks, close }: { mawbNum: string; routeTracks: RouteTrack[]; close: () => void }) {
  const { t } = useSpeech();
  return (
    <Dialog title={t("route.dialog")} close={close}>
      <p className="dialog-number number">{mawbNum}</p>
      <RouteTimeline tracks={newestFirst(routeTracks)} />
    </Dialog>
  );
}

/** A vertical timeline of events, newest first; the newest that has happened is highlighted. */
export function RouteTimeline({ tracks }: { tracks: RouteTrack[] }) {
  const newest = tracks.findIndex(hasHappened);
  return (
    <ol className="timeline">
      {tracks.map((track, at) => (
        <li key={track.trackAwbId ?? at} aria-current={at === newest ? "step" : undefined}>
          <RouteEvent track={track} />
        </li>
      ))}
    </ol>
  );
}

function RouteEvent({ track }: { track: RouteTrack }) {
  const { t } = useSpeech();
  const { flightStatusCode: code, flightStatusName: name, remark } = track;
  const cargo = isEmpty(track.quantity) && isEmpty(track.grossWeight) ? undefined : track;
  return (
    <>
      <p className="event-what">
        <b className="event-code">{code}</b> {name === code ? "" : name}
        {hasHappened(track) ? null : <span className="event-remark"> {t(track.classifier === "PLN" ? "route.planned" : "route.expected")}</span>}
        {remark ? <span className="event-remark">{t("route.brackets", { remark })}</span> : null}
      </p>
      <p className="event-when">
        <time>{minute(track.eventTime)}</time>
        {track.airportCode ? <span className="number">{track.airportCode}</span> : null}
        {track.flightNum ? <span className="number">{track.flightNum}</span> : null}
        {track.containerNo ? <span className="number">{track.containerNo}</span> : null}
        {cargo ? (
          <span>{t("route.cargo", { pieces: pieces(cargo.quantity), weight: weight(cargo.grossWeight) })}</span>
        ) : null}
      </p>
    </>
  );
}

/** The customs events of the master waybill, reversed; the last entry is the newest and is highlighted. */
export function ManifestDialog({ mawbNum, trackManifest, close }: { mawbNum: string; trackManifest: ManifestEvent[]; close: () => void }) {
  const { t } = useSpeech();
  const events = [...trackManifest].reverse();
  return (
    <Dialog title={t("manifest.dialog")} close={close}>
      <p className="dialog-number number">{mawbNum}</p>
      <ol className="timeline">
        {events.map((event, at) => (
          <li key={at} aria-current={at === events.length - 1 ? "step" : undefined}>
            <p className="event-what">{text(event.remark)}</p>
            <p className="event-when">
              <time>{text(event.eventTime)}</time>
              {event.productInfo ? <span>{event.productInfo}</span> : null}
            </p>
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
