/** Which mail is looked at. */
import { create } from "zustand";
import type { Row } from "@/platform/contract";

export interface OpenMail {
  id: string;
  subject: string;
}

export const useMail = create<{ open: OpenMail | null }>(() => ({ open: null }));

export function openMail(row: Row): void {
  useMail.setState({ open: { id: String(row.id), subject: String(row["subject"] ?? "") } });
}

export function closeMail(): void {
  useMail.setState({ open: null });
}
