/** What is open beside a list of approvals: a small store for each kind of dialog. */
import { create } from "zustand";

export interface OpenApproval {
  instanceId: string;
}

/** The drawer of one approval. */
export const useApproval = create<{ open: OpenApproval | null }>(() => ({ open: null }));

export function openApproval(instanceId: string): void {
  useApproval.setState({ open: { instanceId } });
}

export function closeApproval(): void {
  useApproval.setState({ open: null });
}
