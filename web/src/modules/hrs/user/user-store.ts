/** Which dialog of the users is open, and for whom. */
import { create } from "zustand";
import type { Row } from "@/platform/contract";

export interface Person {
  id: string;
  version: unknown;
  name: string;
}

export type UserDialog =
  | { dialog: "leave" | "black" | "depts" | "rights"; person: Person }
  /** Shown once: the server keeps nothing of it. */
  | { dialog: "password"; name: string; password: string }
  | { dialog: "idNumber"; name: string; idNumber: string };

export const useUser = create<{ open: UserDialog | null }>(() => ({ open: null }));

export function openUser(open: UserDialog): void {
  useUser.setState({ open });
}

export function closeUser(): void {
  useUser.setState({ open: null });
}

export function personOf(row: Row): Person {
  return { id: String(row.id), version: row["version"], name: String(row["userName"] ?? "") };
}
