/** Keeps the ball off what is typed into or pressed: it steps aside while it would cover a field or a button. */
import { useEffect, useState } from "react";
import { BALL_PX, type BallPlace, MARGIN_PX, otherSide, within } from "@/app/shell/ball-place";

const TARGETS = "input, textarea, select, button, [contenteditable=true], [role=combobox]";
/** The menu is everywhere at its side: who puts the ball there wants it there. */
const NOT_THERE = "nav, .help-ball, .help-panel";
/** Pages draw and scroll in many steps; one look when they come to rest is enough. */
const REST_MS = 200;

/** The nearest place at which nothing is covered: on its side first, then on the other; none: there is no better one. */
export function clearPlace(place: BallPlace, covers: (place: BallPlace) => boolean): BallPlace {
  const free = window.innerHeight - BALL_PX;
  const step = free > 0 ? BALL_PX / free : 1;
  for (const side of [place, otherSide(place)]) {
    for (let distance = 0; distance <= 1; distance += step) {
      for (const down of [side.down - distance, side.down + distance]) {
        const there = { ...side, down: within(down, 1) };
        if (there.down === down && !covers(there)) return there;
      }
    }
  }
  return place;
}

/** Whether a ball at a place would lie over something to type into or to press. */
function covers({ side, down }: BallPlace): boolean {
  const left = side === "left" ? MARGIN_PX : window.innerWidth - BALL_PX - MARGIN_PX;
  const top = down * (window.innerHeight - BALL_PX);
  const spots = [0, BALL_PX / 2, BALL_PX].flatMap((x) => [0, BALL_PX / 2, BALL_PX].map((y) => [left + x, top + y] as const));
  return spots.some(([x, y]) => document.elementsFromPoint(x, y).some(isTarget));
}

const isTarget = (element: Element): boolean => element.closest(NOT_THERE) === null && element.closest(TARGETS) !== null;

/** Where the ball stands: where its user put it, or beside what it would cover there. It stays while it is held or open. */
export function useClearPlace(place: BallPlace, still: boolean): BallPlace {
  const [clear, setClear] = useState(place);
  useEffect(() => {
    setClear(place);
    // Only where the browser can tell what lies below a point.
    if (still || typeof document.elementsFromPoint !== "function") return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setClear(clearPlace(place, covers)), REST_MS);
    };
    const watcher = new MutationObserver(look);
    watcher.observe(document.body, { childList: true, subtree: true });
    const events = ["resize", "scroll", "focusin"] as const;
    for (const event of events) window.addEventListener(event, look, { capture: true, passive: true });
    look();
    return () => {
      clearTimeout(timer);
      watcher.disconnect();
      for (const event of events) window.removeEventListener(event, look, { capture: true });
    };
  }, [place, still]);
  return clear;
}
