/** Which partner of the list is being locked, opened, or applied for. */
import { create } from "zustand";
import type { Row } from "@/platform/contract";

export type LockKind = "lock" | "unlock" | "apply";

export const useLock = create<{ open: { kind: LockKind; partner: Row } | null }>(() => ({ open: null }));

export function openLock(kind: LockKind, partner: Row): void {
  useLock.setState({ open: { kind, partner } });
}

export function closeLock(): void {
  useLock.setState({ open: null });
}
