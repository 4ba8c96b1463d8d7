/** Whether the dialog 个人设置 is open; the shell draws it. */
import { create } from "zustand";

export const usePersonalSettings = create<{ open: boolean }>(() => ({ open: false }));

/** Opens the dialog from anywhere inside the shell. */
export function openPersonalSettings(): void {
  usePersonalSettings.setState({ open: true });
}

export function closePersonalSettings(): void {
  usePersonalSettings.setState({ open: false });
}
