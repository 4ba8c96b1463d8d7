/** What is open over the list of messages. */
import { create } from "zustand";
import type { Row } from "@/platform/contract";

type Open = { kind: "message"; row: Row } | { kind: "receive"; text: string };

export const useEdi = create<{ open: Open | null }>(() => ({ open: null }));

export function openMessage(row: Row): void {
  useEdi.setState({ open: { kind: "message", row } });
}

/** For what an airline answered; with a text for a message that is to be mended and read again. */
export function openReceive(text = ""): void {
  useEdi.setState({ open: { kind: "receive", text } });
}

export function closeEdi(): void {
  useEdi.setState({ open: null });
}
