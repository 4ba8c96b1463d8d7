/** Which declaration is printed now, and on what. */
import { create } from "zustand";
import type { Row } from "@/platform/contract";

interface Printed {
  row: Row;
  /** The call of the button, with the paper in its query. */
  path: string;
}

export const useDgdPrint = create<{ open: Printed | null }>(() => ({ open: null }));

export function openDgdPrint(row: Row, path: string): void {
  useDgdPrint.setState({ open: { row, path } });
}

export function closeDgdPrint(): void {
  useDgdPrint.setState({ open: null });
}
