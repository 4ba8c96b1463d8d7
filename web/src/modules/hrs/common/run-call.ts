/** What most buttons of a list do: one call, its answer told, the list read again. */
import { type Submitted, submit } from "@/platform/call/submit";
import type { ListContext } from "@/platform/lists/list-overrides";
import { toast } from "@/platform/toast";

/** `send` must be quiet. There is no form here, so the first finding is shown as a sentence. */
export async function runCall<T>(
  list: ListContext,
  send: (confirmed: string[]) => Promise<T>,
  options: { done?: string | false } = {},
): Promise<Submitted<T>> {
  const result = await submit(send, options);
  if (result.kind === "findings") toast.failed(result.findings[0]?.message ?? "");
  if (result.kind === "saved" || result.kind === "stale") list.reload();
  return result;
}

/** The body of a call, with the questions the user has answered with yes. */
export function withConfirmed<T extends object>(body: T, confirmed: string[]): T & { confirmed?: string[] } {
  return confirmed.length > 0 ? { ...body, confirmed } : body;
}
