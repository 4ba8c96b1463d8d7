/** Which dialog of the departments is open, and for which one. */
import { create } from "zustand";
import type { Row } from "@/platform/contract";

export type DeptDialog = "move" | "merge" | "sort";

export const useDeptDialog = create<{ open: { dialog: DeptDialog; row: Row } | null }>(() => ({ open: null }));

export function openDept(dialog: DeptDialog, rows: Row[]): void {
  const [row] = rows;
  if (row) useDeptDialog.setState({ open: { dialog, row } });
}

export function closeDept(): void {
  useDeptDialog.setState({ open: null });
}
