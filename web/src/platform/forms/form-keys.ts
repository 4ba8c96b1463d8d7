/** Keyboard and focus of a form. */
import { useEffect, useRef } from "react";

/** What listens, the last opened at the end: the keys belong to a dialog, not to the form below it. */
const open: object[] = [];

/** Ctrl+S (⌘S) saves instead of storing the page as a file; a dialog is sent by Ctrl+Enter, too. */
export function useSaveKey(save: () => void, enabled = true, byEnter = false): void {
  const latest = useRef(save);
  latest.current = save;
  useEffect(() => {
    if (!enabled) return;
    const own = {};
    open.push(own);
    const press = (event: KeyboardEvent) => {
      if (open.at(-1) !== own || !isSaveKey(event, byEnter)) return;
      event.preventDefault();
      // The field being typed in settles its value first.
      const active = document.activeElement;
      if (active instanceof HTMLElement) {
        active.blur();
        active.focus({ preventScroll: true });
      }
      latest.current();
    };
    window.addEventListener("keydown", press);
    return () => {
      open.splice(open.indexOf(own), 1);
      window.removeEventListener("keydown", press);
    };
  }, [enabled, byEnter]);
}

/** What a field has used for itself, like a grid its new row, sends nothing. */
function isSaveKey({ ctrlKey, metaKey, key, defaultPrevented }: KeyboardEvent, byEnter: boolean): boolean {
  if (!ctrlKey && !metaKey) return false;
  return key.toLowerCase() === "s" || (byEnter && key === "Enter" && !defaultPrevented);
}

/** Puts the cursor into the first field that takes one. */
export function focusFirst(root: ParentNode): void {
  const fields = root.querySelectorAll<HTMLElement>("[data-field]");
  for (const field of fields) {
    const input = field.querySelector<HTMLElement>("input:not([type=hidden]):not([type=file]):not(:disabled), textarea:not(:disabled), button:not(:disabled)");
    if (input) return input.focus({ preventScroll: true });
  }
}

/** A new form begins with the cursor in its first field, unless its user is somewhere else already. */
export function useFirstFocus(box: { readonly current: HTMLElement | null }, ready: boolean): void {
  const done = useRef(false);
  useEffect(() => {
    const root = box.current;
    if (!ready || done.current || !root || root.closest("[hidden]")) return;
    done.current = true;
    const active = document.activeElement;
    // A button that led here is not where somebody types.
    if (!active || active === document.body || !active.matches("input, textarea, [contenteditable]")) focusFirst(root);
  }, [box, ready]);
}

/** What a sheet tells when its cursor goes to another cell: its input keeps the focus meanwhile. */
export const CELL_MOVED = "cellmoved";

/** The path of the field, or of the cell of a sheet, that an element stands in; empty outside of any. */
export function pathOf(target: EventTarget | null): string {
  const box = target instanceof Element ? target.closest<HTMLElement>("[data-cell], [data-field]") : null;
  return box?.dataset["cell"] ?? box?.dataset["field"] ?? "";
}

/** Goes to a path below it; false where that is none of its own. */
type Reach = (path: string) => boolean;

/** Sheets draw the cells in sight alone, and know themselves how to go to one. */
const sheets = new Map<HTMLElement, Reach>();

/** The path of a cell whose sheet is on its way. */
let wished = "";

/** Goes to a path as soon as a sheet is there that has it; empty: nowhere any more. */
export function reachWhenThere(path: string): void {
  wished = path;
}

/** Has `jumpTo` ask a sheet for the paths of its cells. */
export function useReach(box: { readonly current: HTMLElement | null }, reach: Reach): void {
  const latest = useRef(reach);
  latest.current = reach;
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    sheets.set(element, (path) => latest.current(path));
    if (wished && latest.current(wished)) wished = "";
    return () => void sheets.delete(element);
  }, [box]);
}

/** Scrolls to a field by its path and puts the cursor into it. */
export function jumpTo(path: string, root: ParentNode & Node = document): boolean {
  wished = "";
  if ([...sheets].some(([box, reach]) => root.contains(box) && reach(path))) return true;
  const fields = [...root.querySelectorAll<HTMLElement>("[data-field]")];
  const field = fields.find((each) => each.dataset["field"] === path);
  if (!field) return false;
  field.scrollIntoView({ block: "center" });
  const input = field.querySelector<HTMLElement>("input:not([type=hidden]), textarea, button, [tabindex]");
  input?.focus({ preventScroll: true });
  return true;
}
