import { useEffect } from "react";
import { openPageHelp } from "@/app/shell/manual";
import { closePalette, openPalette, usePalette } from "@/app/shell/palette-store";
import { closeActive, tabsOn } from "@/app/tabs/tab-store";
import { type KeyLine, offerManual, openKeySheet, singleKeysOn, useKeyPart } from "@/platform/keys/key-sheet-store";
import { isInDialog, isTyping } from "@/platform/keys/key-target";

const LINES: readonly KeyLine[] = [
  [["Ctrl", "K"], "platform:keys.palette"],
  [["?"], "platform:keys.help"],
  [["Ctrl", "S"], "platform:keys.save"],
  [["Ctrl", "\\"], "platform:keys.closeTab"],
  [["Esc"], "platform:keys.close"],
];

/** The keys that hold on every page. */
export function useShellKeys(): void {
  useKeyPart("everywhere", LINES);
  useEffect(() => {
    const openHelp = () => void openPageHelp();
    window.addEventListener("keydown", press);
    offerManual(openHelp);
    return () => {
      window.removeEventListener("keydown", press);
      offerManual(null);
    };
  }, []);
}

function press(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.altKey) return;
  const act = event.ctrlKey || event.metaKey ? withControl(event) : alone(event);
  if (!act) return;
  event.preventDefault();
  act();
}

function withControl({ key, code, shiftKey, target }: KeyboardEvent): (() => void) | null {
  if (shiftKey) return null;
  // Chinese keyboards write another sign with this key.
  if (key === "\\" || code === "Backslash") return tabsOn() && !isInDialog(target) ? closeActive : null;
  if (key.toLowerCase() !== "k") return null;
  if (usePalette.getState().open) return closePalette;
  return isInDialog(target) ? null : openPalette;
}

function alone({ key, target }: KeyboardEvent): (() => void) | null {
  return key === "?" && singleKeysOn() && !isTyping(target) && !isInDialog(target) ? openKeySheet : null;
}
