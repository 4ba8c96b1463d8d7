/** Which dialog of a list of inquiries is open, and for which of them. */
import { create } from "zustand";
import type { Button, Row } from "@/platform/contract";

const DIALOGS = ["assign", "send", "inquiryQuote", "lost"] as const;
export type InquiryDialog = (typeof DIALOGS)[number];

export const useInquiry = create<{ open: { dialog: InquiryDialog; row: Row; path: string } | null }>(() => ({ open: null }));

/** The call of a button tells its dialog: `…/{id}/send`. */
export function openInquiry({ call }: Button, row: Row): void {
  const path = call?.path ?? "";
  const dialog = DIALOGS.find((each) => path.split("/").includes(each));
  if (dialog) useInquiry.setState({ open: { dialog, row, path: path.replace("{id}", encodeURIComponent(String(row.id))) } });
}

export function closeInquiry(): void {
  useInquiry.setState({ open: null });
}
