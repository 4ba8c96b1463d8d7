/** The row of the list whose print dialog is open. */
import { create } from "zustand";
import type { Row } from "@/platform/contract";

export const usePrint = create<{ row: Row | null }>(() => ({ row: null }));

export function openPrint(row: Row): void {
  usePrint.setState({ row });
}

export function closePrint(): void {
  usePrint.setState({ row: null });
}
