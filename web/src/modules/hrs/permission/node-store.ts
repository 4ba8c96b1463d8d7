/** The node whose companies are shown. */
import { create } from "zustand";
import type { Row } from "@/platform/contract";

export interface OpenNode {
  id: string;
  name: string;
}

export const useNode = create<{ open: OpenNode | null }>(() => ({ open: null }));

export function openNode(row: Row | undefined): void {
  if (row) useNode.setState({ open: { id: String(row.id), name: String(row["permissionName"] ?? "") } });
}

export function closeNode(): void {
  useNode.setState({ open: null });
}
