/** What waits for the user: approvals to decide and messages not read. The shell shows them, pages that change them ask for them anew. */
import { create } from "zustand";
import { get } from "@/platform/call/client";
import { useSession } from "@/platform/session";

interface Counts {
  approvals: number;
  messages: number;
}

export const useCounts = create<Counts>(() => ({ approvals: 0, messages: 0 }));

/** A count as it is shown. */
export function shownCount(count: number): string {
  return count > 99 ? "99+" : String(count);
}

/** Reads both counts; a call that fails leaves its count as it was. */
export async function refreshCounts(): Promise<void> {
  const { user } = useSession.getState();
  if (!user) return;
  const asked = { orgId: user.orgId, userId: user.userId, current: 1, size: 10 };
  const quiet = { quiet: true } as const;
  const [approvals, messages] = await Promise.allSettled([
    get<{ total: number }>("/prm/api/toDo", asked, quiet),
    get<number>("/prm/api/haveMessage", asked, quiet),
  ]);
  if (approvals.status === "fulfilled") useCounts.setState({ approvals: approvals.value?.total ?? 0 });
  if (messages.status === "fulfilled") useCounts.setState({ messages: messages.value ?? 0 });
}
