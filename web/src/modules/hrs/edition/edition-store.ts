/** Which dialog of the editions is open, and for which one. */
import { create } from "zustand";
import type { Row } from "@/platform/contract";

export interface OpenEdition {
  dialog: "permission" | "sync" | "copy";
  id: string;
  name: string;
}

export const useEdition = create<{ open: OpenEdition | null }>(() => ({ open: null }));

export function openEdition(dialog: OpenEdition["dialog"], row: Row | undefined): void {
  if (row) useEdition.setState({ open: { dialog, id: String(row.id), name: String(row["editionName"] ?? "") } });
}

export function closeEdition(): void {
  useEdition.setState({ open: null });
}
