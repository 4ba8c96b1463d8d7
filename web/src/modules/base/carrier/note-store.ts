/** Of which carrier the requirements are edited. */
import { create } from "zustand";

export const useCarrierNote = create<{ open: string | null }>(() => ({ open: null }));

export function openCarrierNote(carrierCode: string | null): void {
  useCarrierNote.setState({ open: carrierCode });
}
