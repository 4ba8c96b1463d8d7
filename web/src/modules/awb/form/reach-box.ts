/** Going to a box of the sheet: one that is drawn, one that is folded away, one of a form that is yet to be opened. */
import { create } from "zustand";
import { jumpTo, reachWhenThere } from "@/platform/forms/form-keys";

/** The box somebody asked for; the party it is folded away in opens. */
export const useWantedBox = create<{ path: string }>(() => ({ path: "" }));

/** The path itself, then what it lies in: `lines.0.total`, `lines.0`, `lines`. */
function around(path: string): string[] {
  const parts = path.split(".");
  return parts.map((_, at) => parts.slice(0, parts.length - at).join("."));
}

/** The element of a box, or the nearest around it that is drawn. */
export function boxAt(path: string): HTMLElement | undefined {
  const boxes = [...document.querySelectorAll<HTMLElement>(".awb-sheet [data-field]")];
  for (const each of path ? around(path) : []) {
    const box = boxes.find(({ dataset }) => dataset["field"] === each);
    if (box) return box;
  }
  return undefined;
}

/** Scrolls to a box and puts the cursor into it. */
export function reachBox(path: string): void {
  const go = () => around(path).some((each) => jumpTo(each));
  if (go()) return;
  useWantedBox.setState({ path });
  // After it was unfolded; the lines come with the library behind them.
  setTimeout(() => go() || reachWhenThere(path));
}

let pending = "";

/** Notes a box of the form that is opened next. */
export function reachAfterwards(path: string): void {
  pending = path;
}

/** Goes to the box noted for the form that has just been opened, if any. */
export function reachNoted(): void {
  const path = pending;
  pending = "";
  reachWhenThere("");
  useWantedBox.setState({ path: "" });
  if (path) reachBox(path);
}
