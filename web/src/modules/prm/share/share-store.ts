/** Which partner of the list is being shared. */
import { create } from "zustand";
import type { Row } from "@/platform/contract";

export const useShare = create<{ partner: Row | null }>(() => ({ partner: null }));

export function openShare(partner: Row): void {
  useShare.setState({ partner });
}

export function closeShare(): void {
  useShare.setState({ partner: null });
}
