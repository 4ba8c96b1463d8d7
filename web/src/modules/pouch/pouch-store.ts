/** Which dialog of the list is open, and for which pouch. */
import { create } from "zustand";
import type { Button, Row } from "@/platform/contract";

const DIALOGS = ["seal", "hand", "receive", "void", "print", "send", "link"] as const;
export type PouchDialog = (typeof DIALOGS)[number];

export const usePouch = create<{ open: { dialog: PouchDialog; row: Row } | null }>(() => ({ open: null }));

/** Buttons share codes; the call of a button tells its dialog: `…/{id}/hand`, `…/print/{id}`. */
export function openPouch({ call }: Button, row: Row): void {
  const parts = (call?.path ?? "").split("/");
  const dialog = DIALOGS.find((each) => parts.includes(each));
  if (dialog) usePouch.setState({ open: { dialog, row } });
}

export function closePouch(): void {
  usePouch.setState({ open: null });
}
