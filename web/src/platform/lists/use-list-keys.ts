/** Moving through a list without the mouse. */
import { useEffect, useRef } from "react";

export interface ListKeys {
  move(step: number): void;
  /** To the first or the last row. */
  end(last: boolean): void;
  open(): void;
  toggle(): void;
  /** Chooses every row of the page, or none; null leaves the key to the browser. */
  all(): (() => void) | null;
  /** Absent where there is one page. */
  page?(step: number): void;
  /** Opens or closes the row of a tree; null leaves the key to the browser. */
  fold?(open: boolean): (() => void) | null;
  focusFilter(): void;
  help(): void;
}

const TYPING = "input, textarea, select, [contenteditable=true], [role=combobox]";

export function useListKeys(keys: ListKeys, enabled: boolean): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    if (!enabled) return;
    const press = (event: KeyboardEvent) => {
      if (event.altKey || event.defaultPrevented) return;
      const target = event.target instanceof Element ? event.target : null;
      // Whoever types means letters; whoever stands on a button or in a dialog means that.
      if (target?.closest(TYPING) || target?.closest("[role=dialog], [role=menu]")) return;
      const onControl = target?.closest("button, a") !== null && target !== null;
      const control = event.ctrlKey || event.metaKey;
      if (control && event.key.toLowerCase() !== "a") return;
      const act = control ? latest.current.all() : actionOf(event.key, latest.current, onControl);
      if (!act) return;
      event.preventDefault();
      act();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [enabled]);
}

function actionOf(key: string, keys: ListKeys, onControl: boolean): (() => void) | null {
  switch (key) {
    case "ArrowDown":
      return () => keys.move(1);
    case "ArrowUp":
      return () => keys.move(-1);
    case "Home":
      return () => keys.end(false);
    case "End":
      return () => keys.end(true);
    case "Enter":
      return onControl ? null : keys.open;
    case " ":
      return onControl ? null : keys.toggle;
    case "ArrowRight":
      return keys.fold?.(true) ?? null;
    case "ArrowLeft":
      return keys.fold?.(false) ?? null;
    case "PageDown":
      return keys.page ? () => keys.page?.(1) : null;
    case "PageUp":
      return keys.page ? () => keys.page?.(-1) : null;
    case "/":
      return keys.focusFilter;
    case "?":
      return keys.help;
    default:
      return null;
  }
}
