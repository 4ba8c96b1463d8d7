/** Whether the receipt dialog is open. */
import { create } from "zustand";

export const useReceipt = create<{ open: boolean }>(() => ({ open: false }));

export function openReceipt(open: boolean): void {
  useReceipt.setState({ open });
}
