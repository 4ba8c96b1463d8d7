/** Which dialog of the list of arrival notices is open, and for which order. */
import { create } from "zustand";
import type { Row } from "@/platform/contract";

export type ArrivalDialog = "make" | "send" | "confirm";

export const useArrival = create<{ open: { dialog: ArrivalDialog; row: Row } | null }>(() => ({ open: null }));

export function openArrival(dialog: ArrivalDialog, row: Row): void {
  useArrival.setState({ open: { dialog, row } });
}

export function closeArrival(): void {
  useArrival.setState({ open: null });
}
