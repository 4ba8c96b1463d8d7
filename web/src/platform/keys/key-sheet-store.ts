/** The sheet of keys: every part of the page that listens to keys says which, as long as it is there. */
import { useEffect } from "react";
import { create } from "zustand";
import { KEY, read, write } from "@/platform/storage";

/** Keys pressed together or in place of each other, and the text key of what they do. */
export type KeyLine = readonly [keys: readonly string[], text: string];

/** The parts of the sheet in their order. */
export const KEY_PARTS = ["everywhere", "list", "form", "grid"] as const;
export type KeyPart = (typeof KEY_PARTS)[number];

interface KeySheet {
  open: boolean;
  /** What each part of the page says, once for each that says it. */
  parts: Partial<Record<KeyPart, readonly (readonly KeyLine[])[]>>;
  /** Keys of a single character can be in the way of speech input; whoever wants turns them off. */
  single: boolean;
  /** Opens the manual's page about the page one is on; the shell knows it. */
  manual: (() => void) | null;
}

export const useKeySheet = create<KeySheet>(() => ({ open: false, parts: {}, single: read(KEY.singleKeys) !== "0", manual: null }));

export function openKeySheet(): void {
  useKeySheet.setState({ open: true });
}

export function closeKeySheet(): void {
  useKeySheet.setState({ open: false });
}

/** Says how the manual of the open page is opened; nothing: it is not. */
export function offerManual(manual: (() => void) | null): void {
  useKeySheet.setState({ manual });
}

export function setSingleKeys(single: boolean): void {
  write(KEY.singleKeys, single ? "1" : "0");
  useKeySheet.setState({ single });
}

/** Whether a key of a single character counts at present. */
export const singleKeysOn = (): boolean => useKeySheet.getState().single;

/** Shows lines on the sheet while the calling component is there. `lines` must be the same from one drawing to the next. */
export function useKeyPart(part: KeyPart, lines: readonly KeyLine[]): void {
  useEffect(() => {
    const say = (change: (said: readonly (readonly KeyLine[])[]) => readonly (readonly KeyLine[])[]) =>
      useKeySheet.setState(({ parts }) => ({ parts: { ...parts, [part]: change(parts[part] ?? []) } }));
    say((said) => [...said, lines]);
    return () => say((said) => said.toSpliced(said.indexOf(lines), 1));
  }, [part, lines]);
}
