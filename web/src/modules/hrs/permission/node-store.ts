/** Which dialog of the permission tree is open, and for which node. */
import { create } from "zustand";
import type { Row } from "@/platform/contract";

export interface OpenNode {
  dialog: "orgs" | "move";
  id: string;
  name: string;
  version: unknown;
  parentId: unknown;
  sort: unknown;
}

export const useNode = create<{ open: OpenNode | null }>(() => ({ open: null }));

export function openNode(dialog: OpenNode["dialog"], row: Row | undefined): void {
  if (!row) return;
  const { id, version, parentId = null, sort = null } = row;
  useNode.setState({ open: { dialog, id: String(id), name: String(row["permissionName"] ?? ""), version, parentId, sort } });
}

export function closeNode(): void {
  useNode.setState({ open: null });
}
