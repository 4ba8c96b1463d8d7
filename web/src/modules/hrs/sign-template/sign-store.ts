/** Which template is looked at: a kept one, or what stands in the form. */
import { create } from "zustand";
import type { FormStore } from "@/platform/forms/form-store";

export interface OpenSign {
  kind: string;
  name: string;
  /** Of a kept one. */
  id?: string;
  /** Whose values are looked at, and where is told what is wrong with them. */
  form?: FormStore;
}

export const useSign = create<{ open: OpenSign | null }>(() => ({ open: null }));

export function openSign(open: OpenSign): void {
  useSign.setState({ open });
}

export function closeSign(): void {
  useSign.setState({ open: null });
}
