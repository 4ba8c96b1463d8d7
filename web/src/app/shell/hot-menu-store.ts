/** Whether the dialog 常用菜单设置 is open; the shell draws it. */
import { create } from "zustand";

export const useHotMenu = create<{ open: boolean }>(() => ({ open: false }));

/** Opens the dialog from anywhere inside the shell. */
export function openHotMenu(): void {
  useHotMenu.setState({ open: true });
}

export function closeHotMenu(): void {
  useHotMenu.setState({ open: false });
}
