/** Which request is looked at, or given back. */
import { create } from "zustand";
import type { Row } from "@/platform/contract";

interface InfoState {
  open: { dialog: "view" | "reject"; row: Row } | null;
}

export const useInfo = create<InfoState>(() => ({ open: null }));

export function openInfo(dialog: "view" | "reject", row: Row): void {
  useInfo.setState({ open: { dialog, row } });
}

export function closeInfo(): void {
  useInfo.setState({ open: null });
}
