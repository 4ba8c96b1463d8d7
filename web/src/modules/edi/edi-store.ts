/** What is open over the list of messages. */
import { create } from "zustand";
import type { Row } from "@/platform/contract";

type Open = { kind: "message"; row: Row } | { kind: "receive" };

export const useEdi = create<{ open: Open | null }>(() => ({ open: null }));

export function openMessage(row: Row): void {
  useEdi.setState({ open: { kind: "message", row } });
}

export function openReceive(): void {
  useEdi.setState({ open: { kind: "receive" } });
}

export function closeEdi(): void {
  useEdi.setState({ open: null });
}
