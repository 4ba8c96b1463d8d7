/** Which dialog of the users of an organisation is open. */
import { create } from "zustand";

export type OrgUserDialog =
  /** Without an id the own company. */
  | { dialog: "assign"; orgId: string | undefined }
  /** Shown once: the server keeps nothing of it. */
  | { dialog: "password"; name: string; password: string };

export const useOrgUser = create<{ open: OrgUserDialog | null }>(() => ({ open: null }));

export function openOrgUser(open: OrgUserDialog): void {
  useOrgUser.setState({ open });
}

export function closeOrgUser(): void {
  useOrgUser.setState({ open: null });
}
