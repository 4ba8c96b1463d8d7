/** Puts a text on the clipboard; false when the browser does not let it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    // Browsers offer this over https alone.
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text);
      return true;
    }
  } catch {
    // Refused here, the older way may still be allowed.
  }
  return copySelected(text);
}

/** The way that plain http has: copies what is selected in a box of its own. */
function copySelected(text: string): boolean {
  const before = document.activeElement;
  const box = document.createElement("textarea");
  box.value = text;
  box.style.position = "fixed";
  box.style.opacity = "0";
  document.body.append(box);
  box.focus({ preventScroll: true });
  box.select();
  try {
    return document.execCommand?.("copy") ?? false;
  } finally {
    box.remove();
    if (before instanceof HTMLElement) before.focus();
  }
}
