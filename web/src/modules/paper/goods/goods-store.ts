/** The order whose names of goods are being sent. */
import { create } from "zustand";
import type { Row } from "@/platform/contract";

export const useGoodsSend = create<{ row: Row | null }>(() => ({ row: null }));

export function openGoodsSend(row: Row): void {
  useGoodsSend.setState({ row });
}

export function closeGoodsSend(): void {
  useGoodsSend.setState({ row: null });
}
