import { type RefObject, useLayoutEffect, useRef } from "react";

interface Place {
  left: number;
  top: number;
}

/** Everything scrolled inside a page stands where it stood when the page is shown again. */
export function useKeptScroll(): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  const places = useRef(new Map<Element, Place>());
  useLayoutEffect(() => {
    const page = box.current;
    if (!page) return;
    const note = ({ target }: Event) => {
      if (target instanceof Element) places.current.set(target, { left: target.scrollLeft, top: target.scrollTop });
    };
    const put = () => places.current.forEach((place, element) => restore(element, place, places.current));
    put();
    // Tables take their height after the page has its place.
    const later = requestAnimationFrame(put);
    page.addEventListener("scroll", note, true);
    return () => {
      cancelAnimationFrame(later);
      page.removeEventListener("scroll", note, true);
    };
  }, []);
  return box;
}

function restore(element: Element, { left, top }: Place, places: Map<Element, Place>): void {
  if (!element.isConnected) return void places.delete(element);
  if (element.scrollTop !== top) element.scrollTop = top;
  if (element.scrollLeft !== left) element.scrollLeft = left;
}
