/** The lines of one message: each span with a box leads to it. */
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { placeOf } from "@/modules/awb/form/box";
import { type LiveMessage, type MessageSpan, type Piece, piecesOf, tells } from "@/modules/awb/message/live-message";
import { type Translate, useText } from "@/platform/i18n";

interface MessageTextProps {
  message: LiveMessage;
  name: string;
  /** The box that is meant: the one in hand, or the one pointed at. */
  box: string;
  point(path: string): void;
  jump(path: string): void;
}

/** A span with a box, by its place in the message. */
interface Stop {
  line: number;
  span: number;
}

export function MessageText({ message, name, box, point, jump }: MessageTextProps) {
  const list = useRef<HTMLOListElement>(null);
  const [at, setAt] = useState<Stop>({ line: 0, span: 0 });
  useShown(list, box);
  const stops = message.lines.flatMap((line, place) =>
    line.flatMap((span, index) => (span.field === "" ? [] : [{ line: place, span: index }])),
  );
  // Typing changes the message; the stop may be gone.
  const here = stops.find((stop) => same(stop, at)) ?? stops[0];
  const keys = (event: KeyboardEvent) => {
    const next = here && target(event.key, stops, here);
    if (!next) return;
    event.preventDefault();
    setAt(next);
    list.current?.querySelector<HTMLElement>(`[data-stop="${next.line}.${next.span}"]`)?.focus();
  };
  return (
    // The spans take the keys; the list moves between them, so that the message is one stop of the Tab key.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ol className="awb-message-lines mono" aria-label={name} ref={list} onKeyDown={keys}>
      {message.lines.map((line, place) => (
        // A line is what stands in its place.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={place}>
          {line.map((span, index) => {
            const stop = { line: place, span: index };
            return (
              <Span
                // oxlint-disable-next-line react/no-array-index-key
                key={index}
                span={span}
                stop={stop}
                current={here !== undefined && same(stop, here)}
                linked={tells(span, box)}
                point={point}
                jump={jump}
                reached={() => setAt(stop)}
              />
            );
          })}
        </li>
      ))}
    </ol>
  );
}

const same = (one: Stop, other: Stop): boolean => one.line === other.line && one.span === other.span;

/** Left and right go from span to span, up and down from line to line. */
function target(key: string, stops: Stop[], here: Stop): Stop | undefined {
  const place = stops.findIndex((stop) => same(stop, here));
  switch (key) {
    case "ArrowRight":
      return stops[place + 1];
    case "ArrowLeft":
      return stops[place - 1];
    case "ArrowDown":
      return stops.find(({ line }) => line > here.line);
    case "ArrowUp": {
      const above = stops.findLast(({ line }) => line < here.line);
      return above && stops.find(({ line }) => line === above.line);
    }
    case "Home":
      return stops[0];
    case "End":
      return stops.at(-1);
    default:
      return undefined;
  }
}

/** Keeps what is meant in sight, without moving the page. */
function useShown(list: React.RefObject<HTMLOListElement | null>, box: string): void {
  useEffect(() => {
    const span = list.current?.querySelector<HTMLElement>(".is-linked");
    const pane = list.current?.closest<HTMLElement>(".awb-message-body");
    if (!span || !pane) return;
    const [there, frame] = [span.getBoundingClientRect(), pane.getBoundingClientRect()];
    if (there.top < frame.top) pane.scrollTop -= frame.top - there.top + there.height;
    if (there.bottom > frame.bottom) pane.scrollTop += there.bottom - frame.bottom + there.height;
  }, [list, box]);
}

interface SpanProps {
  span: MessageSpan;
  stop: Stop;
  current: boolean;
  linked: boolean;
  point(path: string): void;
  jump(path: string): void;
  reached(): void;
}

function Span({ span, stop, current, linked, point, jump, reached }: SpanProps) {
  const t = useText();
  const pieces = piecesOf(span);
  if (span.field === "") return <Pieces pieces={pieces} />;
  const place = placeOf(span.field, t);
  return (
    // A button of the browser would not break across lines as text does.
    <span
      role="button"
      className={linked ? "awb-span is-linked" : "awb-span"}
      data-stop={`${stop.line}.${stop.span}`}
      tabIndex={current ? 0 : -1}
      title={place}
      aria-label={spoken(place, span.text, pieces, t)}
      onMouseEnter={() => point(span.field)}
      onMouseLeave={() => point("")}
      onFocus={() => {
        reached();
        point(span.field);
      }}
      onBlur={() => point("")}
      onClick={() => jump(span.field)}
      onKeyDown={(event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        jump(span.field);
      }}
    >
      <Pieces pieces={pieces} />
    </span>
  );
}

/** Box, text, and what is wrong with which part of it. */
function spoken(place: string, text: string, pieces: Piece[], t: Translate): string {
  const wrong = pieces.flatMap((piece) =>
    piece.kind ? [t(`awb:message.${piece.kind}Part`, { text: piece.text })] : [],
  );
  return [t("awb:message.span", { place, text }), ...wrong].join(t("awb:message.comma"));
}

function Pieces({ pieces }: { pieces: Piece[] }) {
  const t = useText();
  return pieces.map(({ text, kind }, place) =>
    kind ? (
      // oxlint-disable-next-line react/no-array-index-key
      <mark key={place} className={`is-${kind}`} title={t(`awb:message.${kind}`)}>
        {text}
        <span className="sr-only">{t("awb:message.marked", { reason: t(`awb:message.${kind}`) })}</span>
      </mark>
    ) : (
      text
    ),
  );
}
