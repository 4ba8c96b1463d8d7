/** Which dialog of the list of letters is open, and for which letter. */
import { create } from "zustand";
import type { Row } from "@/platform/contract";

export type LetterDialog = "send" | "reply";

export const useLetter = create<{ open: { dialog: LetterDialog; row: Row } | null }>(() => ({ open: null }));

export function openLetter(dialog: LetterDialog, row: Row): void {
  useLetter.setState({ open: { dialog, row } });
}

export function closeLetter(): void {
  useLetter.setState({ open: null });
}
