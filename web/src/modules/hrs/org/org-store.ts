/** Which dialog of the companies is open, and for which one. */
import { create } from "zustand";
import type { Row } from "@/platform/contract";

export interface Company {
  id: string;
  version: unknown;
  name: string;
}

export type OrgDialog =
  | { dialog: "permission" | "audit" | "intended" | "sub" | "package"; org: Company }
  /** Shown once: the server keeps nothing of it. */
  | { dialog: "password"; name: string; password: string };

export const useOrg = create<{ open: OrgDialog | null }>(() => ({ open: null }));

export function openOrg(open: OrgDialog): void {
  useOrg.setState({ open });
}

export function closeOrg(): void {
  useOrg.setState({ open: null });
}

export function companyOf(row: Row): Company {
  return { id: String(row.id), version: row["version"], name: String(row["orgName"] ?? "") };
}
