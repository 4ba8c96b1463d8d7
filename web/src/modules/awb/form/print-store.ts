/** The rows of a list whose print dialog is open; none while it is closed. */
import { create } from "zustand";
import type { Row } from "@/platform/contract";

const NONE: Row[] = [];

export const usePrint = create<{ rows: Row[] }>(() => ({ rows: NONE }));

export function openPrint(...rows: Row[]): void {
  usePrint.setState({ rows });
}

export function closePrint(): void {
  usePrint.setState({ rows: NONE });
}
