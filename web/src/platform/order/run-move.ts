/** What is done with a whole order of any scope: one call, and what its answer means. */
import { submit } from "@/platform/call/submit";
import type { Finding } from "@/platform/contract";
import type { Values } from "@/platform/forms/form-store";
import { translate } from "@/platform/i18n";
import { toast } from "@/platform/toast";

/** Makes a move; the findings of a refused one, or null when it is done or was given up. */
export async function runMove(
  send: (body: Values) => Promise<unknown>,
  body: Values,
  done: () => void,
): Promise<Finding[] | null> {
  const result = await submit((confirmed) => send(confirmed.length > 0 ? { ...body, confirmed } : body));
  if (result.kind === "findings") return result.findings;
  if (result.kind === "saved" || (result.kind === "stale" && result.reload)) done();
  // What waits for a decision is done later.
  const no = result.kind === "saved" && (result.data as { instanceNo?: string } | null)?.instanceNo;
  if (no) toast.info(translate("order:move.submitted", { no }));
  return result.kind === "failed" ? [] : null;
}
