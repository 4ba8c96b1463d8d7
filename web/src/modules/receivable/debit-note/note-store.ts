/** Which dialog of the list of debit notes is open, and for which notes. */
import { create } from "zustand";
import type { Row } from "@/platform/contract";

type NoteDialog = "print" | "mail";

export const useNotes = create<{ open: { dialog: NoteDialog; rows: Row[] } | null }>(() => ({ open: null }));

export function openNotes(dialog: NoteDialog, rows: Row[]): void {
  useNotes.setState({ open: { dialog, rows } });
}

export function closeNotes(): void {
  useNotes.setState({ open: null });
}
