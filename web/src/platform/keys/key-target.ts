/** What the key that goes along with others is called here. */
export const CONTROL_KEY = /Mac|iPhone|iPad/.test(navigator.platform) ? "⌘" : "Ctrl";

const TYPING = "input, textarea, select, [contenteditable=true], [role=combobox]";

/** Whoever types means letters. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(TYPING) !== null;
}

/** Whoever stands in a dialog or a menu means that. */
export function isInDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("[role=dialog], [role=menu]") !== null;
}
