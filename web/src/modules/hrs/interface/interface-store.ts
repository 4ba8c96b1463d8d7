/** Which dialog of the interfaces is open. */
import { create } from "zustand";

export type InterfaceDialog =
  /** Shown once: the server keeps its hash alone. */
  | { dialog: "token"; name: string; token: string }
  | { dialog: "call"; title: string; request: string; response: string };

export const useInterface = create<{ open: InterfaceDialog | null }>(() => ({ open: null }));

export function openInterface(open: InterfaceDialog): void {
  useInterface.setState({ open });
}

export function closeInterface(): void {
  useInterface.setState({ open: null });
}
