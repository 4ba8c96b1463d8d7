/**
 * How much room scroll bars take, in place of the component library's own measuring: that one writes a style without a
 * nonce for every table, which the content policy refuses and the browser reports, and lays the page out anew each time
 * a table is shown. The product styles no scroll bar, so that they are the same everywhere and one look is enough.
 */

interface Size {
  width: number;
  height: number;
}

let known: Size | null = null;

/** The room of one element's bars: none where there is no element. */
export function getTargetScrollBarSize(target: unknown): Size {
  if (!(target instanceof Element)) return { width: 0, height: 0 };
  known ??= measure();
  return known;
}

/** The width of the bars of the page. `fresh`: looks again, after the browser's zoom has changed. */
export default function getScrollBarSize(fresh?: boolean): number {
  if (fresh) known = null;
  known ??= measure();
  return known.width;
}

function measure(): Size {
  const box = document.createElement("div");
  Object.assign(box.style, { position: "absolute", top: "0", left: "0", width: "100px", height: "100px", overflow: "scroll" });
  document.body.append(box);
  const size = { width: box.offsetWidth - box.clientWidth, height: box.offsetHeight - box.clientHeight };
  box.remove();
  return size;
}
