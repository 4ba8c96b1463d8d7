/** Which dialog of the documents is open. */
import { create } from "zustand";

export interface Preview {
  dialog: "preview";
  name: string;
  /** Where the file is fetched. */
  path: string;
  /** Where its versions are told; absent where it has none. */
  versions?: string;
}

export type OpenDoc = { dialog: "upload" } | { dialog: "display"; ids: string[] } | Preview;

export const useDoc = create<{ open: OpenDoc | null }>(() => ({ open: null }));

export function openDoc(open: OpenDoc): void {
  useDoc.setState({ open });
}

export function closeDoc(): void {
  useDoc.setState({ open: null });
}
