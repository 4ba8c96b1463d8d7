/** The keys of a waybill form, and the lines of the sheet of keys that tell them. */
import { useEffect, useRef } from "react";
import { useSaveKey } from "@/platform/forms/form-keys";
import { type KeyLine, useKeyPart } from "@/platform/keys/key-sheet-store";
import { isInDialog } from "@/platform/keys/key-target";

const LINES: readonly KeyLine[] = [
  [["Ctrl", "S"], "platform:keys.save"],
  [["Ctrl", "Enter"], "awb:keys.finish"],
  [["Tab"], "awb:keys.next"],
  [["Enter"], "awb:keys.row"],
  [["↑", "↓"], "awb:keys.cell"],
  [["Ctrl", "Delete"], "awb:keys.removeRow"],
  [["Alt", "M"], "awb:message.key"],
];

interface WaybillKeys {
  save(): void;
  finish(): void;
}

/** Ctrl+S saves, Ctrl+Enter finishes; neither does anything where the form can't be changed. */
export function useWaybillKeys(keys: WaybillKeys, maySave: boolean, mayFinish: boolean): void {
  useKeyPart("form", LINES);
  useSaveKey(keys.save, maySave);
  const latest = useRef(keys.finish);
  latest.current = keys.finish;
  useEffect(() => {
    if (!mayFinish) return;
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key !== "Enter" || isInDialog(event.target)) return;
      event.preventDefault();
      // The box being typed in settles its value first.
      const active = document.activeElement;
      if (active instanceof HTMLElement) {
        active.blur();
        active.focus({ preventScroll: true });
      }
      latest.current();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [mayFinish]);
}
