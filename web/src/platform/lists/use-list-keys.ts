/** Moving through a list without the mouse. */
import { useEffect, useRef } from "react";
import { type KeyLine, openKeySheet, singleKeysOn, useKeyPart } from "@/platform/keys/key-sheet-store";
import { isInDialog, isTyping } from "@/platform/keys/key-target";

export interface ListKeys {
  move(step: number): void;
  /** To the first or the last row. */
  end(last: boolean): void;
  open(): void;
  /** Edits the row where it stands; absent where nothing of it is. */
  edit?(): void;
  toggle(): void;
  /** Chooses every row of the page, or none; null leaves the key to the browser. */
  all(): (() => void) | null;
  /** Absent where there is one page. */
  page?(step: number): void;
  /** Opens or closes the row of a tree; null leaves the key to the browser. */
  fold?(open: boolean): (() => void) | null;
  focusFilter(): void;
}

const LINES: readonly KeyLine[] = [
  [["/"], "platform:keys.focusFilter"],
  [["↑", "↓"], "platform:keys.move"],
  [["Home", "End"], "platform:keys.ends"],
  [["Enter"], "platform:keys.open"],
  [["Space"], "platform:keys.select"],
  [["Ctrl", "A"], "platform:keys.all"],
  [["Shift", "Click"], "platform:keys.sort"],
];
const PAGED_LINES: readonly KeyLine[] = [...LINES, [["PageDown", "PageUp"], "platform:keys.next"]];
const EDITED_LINES: readonly KeyLine[] = [...PAGED_LINES, [["F2"], "platform:keys.edit"]];
// A tree has no pages, but rows to open and close.
const TREE_LINES: readonly KeyLine[] = [...LINES, [["←", "→"], "platform:keys.fold"]];

export function useListKeys(keys: ListKeys, enabled: boolean): void {
  useKeyPart("list", keys.page ? (keys.edit ? EDITED_LINES : PAGED_LINES) : TREE_LINES);
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    if (!enabled) return;
    const press = (event: KeyboardEvent) => {
      if (event.altKey || event.defaultPrevented) return;
      if (isTyping(event.target) || isInDialog(event.target)) return;
      const onControl = event.target instanceof Element && event.target.closest("button, a") !== null;
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
    case "F2":
      return keys.edit ?? null;
    case "PageDown":
      return keys.page ? () => keys.page?.(1) : null;
    case "PageUp":
      return keys.page ? () => keys.page?.(-1) : null;
    case "/":
      return singleKeysOn() ? keys.focusFilter : null;
    case "?":
      return singleKeysOn() ? openKeySheet : null;
    default:
      return null;
  }
}
