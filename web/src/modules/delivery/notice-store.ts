/** Which dialog of the list is open, and for which notice. */
import { create } from "zustand";
import type { Button, Row } from "@/platform/contract";

const DIALOGS = ["link", "send", "arrive", "void"] as const;
export type NoticeDialog = (typeof DIALOGS)[number];

export const useNotice = create<{ open: { dialog: NoticeDialog; row: Row } | null }>(() => ({ open: null }));

/** Buttons share codes; the call of a button tells its dialog: `…/{id}/arrive`. */
export function openNotice({ call }: Button, row: Row): void {
  const last = (call?.path ?? "").split("/").at(-1);
  const dialog = DIALOGS.find((each) => each === last);
  if (dialog) useNotice.setState({ open: { dialog, row } });
}

export function closeNotice(): void {
  useNotice.setState({ open: null });
}
