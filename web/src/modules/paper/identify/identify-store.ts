/** The declaration whose audit is being registered. */
import { create } from "zustand";
import type { Row } from "@/platform/contract";

export const useAudit = create<{ row: Row | null }>(() => ({ row: null }));

export function openAudit(row: Row): void {
  useAudit.setState({ row });
}

export function closeAudit(): void {
  useAudit.setState({ row: null });
}
