/** Where the card of a step stands beside what it points at. */
import { type RefObject, useLayoutEffect, useState } from "react";

export interface Size {
  width: number;
  height: number;
}

export interface Box extends Size {
  left: number;
  top: number;
}

const GAP = 12;
const MARGIN = 8;

/** At the left where there is room, else below, else above; inside the window in any case. */
export function placeCard(target: Box, card: Size, view: Size): { left: number; top: number } {
  const inside = ({ left, top }: { left: number; top: number }) => ({
    left: clamp(left, view.width - card.width),
    top: clamp(top, view.height - card.height),
  });
  const left = target.left - GAP - card.width;
  if (left >= MARGIN) return inside({ left, top: target.top });
  const below = target.top + target.height + GAP;
  const fits = below + card.height + MARGIN <= view.height;
  return inside({ left: target.left, top: fits ? below : target.top - GAP - card.height });
}

function clamp(value: number, end: number): number {
  return Math.max(MARGIN, Math.min(value, end - MARGIN));
}

interface Place {
  target: Box;
  card: { left: number; top: number };
}

/** The places of a step, kept up while the page moves; null where there is nothing to point at. */
export function useStepPlace(name: string, card: RefObject<HTMLElement | null>): Place | null {
  const [place, setPlace] = useState<Place | null>(null);
  useLayoutEffect(() => {
    const target = document.querySelector(`[data-tour="${name}"]`);
    if (!target) return setPlace(null);
    target.scrollIntoView({ block: "center" });
    const measure = () => {
      const { left, top, width, height } = target.getBoundingClientRect();
      const view = { width: window.innerWidth, height: window.innerHeight };
      const size = { width: card.current?.offsetWidth ?? 0, height: card.current?.offsetHeight ?? 0 };
      setPlace({ target: { left, top, width, height }, card: placeCard({ left, top, width, height }, size, view) });
    };
    measure();
    const watch = new ResizeObserver(measure);
    // Blocks that are loaded late push the others down.
    for (const each of document.querySelectorAll(".home-card")) watch.observe(each);
    window.addEventListener("resize", measure);
    window.addEventListener("scroll", measure, true);
    return () => {
      watch.disconnect();
      window.removeEventListener("resize", measure);
      window.removeEventListener("scroll", measure, true);
    };
  }, [name, card]);
  return place;
}
