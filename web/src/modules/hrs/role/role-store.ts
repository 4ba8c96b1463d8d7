/** Which drawer of the roles is open, and for which role. */
import { create } from "zustand";
import type { Row } from "@/platform/contract";

export type RoleDrawer = "permission" | "scope" | "user";

export interface OpenRole {
  drawer: RoleDrawer;
  id: string;
  name: string;
}

export const useRole = create<{ open: OpenRole | null }>(() => ({ open: null }));

export function openRole(drawer: RoleDrawer, row: Row | undefined): void {
  if (row) useRole.setState({ open: { drawer, id: String(row.id), name: String(row["roleName"] ?? "") } });
}

export function closeRole(): void {
  useRole.setState({ open: null });
}
