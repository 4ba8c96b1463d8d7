/**
 * The page does not scroll below a dialog. In place of the component library's own hook, which writes a style without a
 * nonce for every dialog: the content policy refuses it, the browser reports it, and the page scrolls on. What is set on
 * an element by script is no written style, so that the policy lets it pass.
 */
import { useLayoutEffect } from "react";
import { getTargetScrollBarSize } from "@/platform/scroll-bar-size";

/** Dialogs that stand open; the last one gives the page back. */
let locks = 0;
let before = { overflowY: "", width: "" };

export default function useScrollLocker(lock?: boolean): void {
  useLayoutEffect(() => {
    if (!lock) return;
    hold();
    return release;
  }, [lock]);
}

function hold(): void {
  locks += 1;
  if (locks > 1) return;
  const { style } = document.body;
  before = { overflowY: style.overflowY, width: style.width };
  const bar = hasBar() ? getTargetScrollBarSize(document.body).width : 0;
  style.overflowY = "hidden";
  // What lies below keeps its place while the bar is away.
  if (bar > 0) style.width = `calc(100% - ${bar}px)`;
}

function release(): void {
  locks -= 1;
  if (locks === 0) Object.assign(document.body.style, before);
}

function hasBar(): boolean {
  const { scrollHeight, offsetWidth } = document.body;
  return scrollHeight > window.innerHeight && window.innerWidth > offsetWidth;
}
