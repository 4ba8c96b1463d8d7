/** Which template is looked at. */
import { create } from "zustand";

export const useSign = create<{ open: string | null }>(() => ({ open: null }));

export function openSign(id: string | null): void {
  useSign.setState({ open: id });
}
