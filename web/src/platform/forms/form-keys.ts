/** Keyboard and focus of a form. */
import { useEffect, useRef } from "react";

/** Ctrl+S (⌘S) saves instead of storing the page as a file. */
export function useSaveKey(save: () => void, enabled = true): void {
  const latest = useRef(save);
  latest.current = save;
  useEffect(() => {
    if (!enabled) return;
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "s") return;
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
    return () => window.removeEventListener("keydown", press);
  }, [enabled]);
}

/** Scrolls to a field by its path and puts the cursor into it. */
export function jumpTo(path: string, root: ParentNode = document): boolean {
  const fields = [...root.querySelectorAll<HTMLElement>("[data-field]")];
  const field = fields.find((each) => each.dataset["field"] === path);
  if (!field) return false;
  field.scrollIntoView({ block: "center" });
  const input = field.querySelector<HTMLElement>("input:not([type=hidden]), textarea, button, [tabindex]");
  input?.focus({ preventScroll: true });
  return true;
}
