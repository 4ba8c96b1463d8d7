/** Whether somebody is being invited to a data sheet: a partner of the list, or one yet to be made. */
import { create } from "zustand";
import type { Row } from "@/platform/contract";

export const useInvite = create<{ open: { partner: Row | null } | null }>(() => ({ open: null }));

export function openInvite(partner: Row | null): void {
  useInvite.setState({ open: { partner } });
}

export function closeInvite(): void {
  useInvite.setState({ open: null });
}
