/** Which dialog of the stock is open, and for which numbers. */
import { create } from "zustand";
import type { Row } from "@/platform/contract";

export type StockDialog = "assign" | "reserve" | "lock" | "void" | "log";

interface StockState {
  open: { dialog: StockDialog; rows: Row[] } | null;
  /** Counts the changes made here, so that the tiles are read again. */
  round: number;
}

export const useStock = create<StockState>(() => ({ open: null, round: 0 }));

export function openStock(dialog: StockDialog, rows: Row[]): void {
  if (rows.length > 0) useStock.setState({ open: { dialog, rows } });
}

export function closeStock(): void {
  useStock.setState({ open: null });
}

export function stockChanged(): void {
  useStock.setState(({ round }) => ({ round: round + 1 }));
}
