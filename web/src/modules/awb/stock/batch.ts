/** Batches over the stock: what is sent, and how it went. */
import { stockChanged } from "@/modules/awb/stock/stock-store";
import { post } from "@/platform/call/client";
import { type Submitted, submit } from "@/platform/call/submit";
import type { Row } from "@/platform/contract";
import { translate } from "@/platform/i18n";
import type { ListContext } from "@/platform/lists/list-overrides";
import { toast } from "@/platform/toast";

interface BatchResult {
  changed: number;
  skipped: number;
  /** Numbers that were skipped, with their states. */
  messages: string[];
}

const NAMED_MAX = 5;

/** Runs a batch, tells the counts, and reads the list again when it went through. */
export async function runBatch(
  path: string,
  rows: Row[],
  list: ListContext,
  more: Record<string, unknown> = {},
): Promise<Submitted<BatchResult>> {
  const body = { ids: rows.map((row) => row.id), ...more };
  const result = await submit(() => post<BatchResult>(path, body, { quiet: true }), { done: false });
  if (result.kind !== "saved") return result;
  tellBatch(result.data);
  stockChanged();
  list.clearSelection();
  list.reload();
  return result;
}

function tellBatch({ changed, skipped, messages }: BatchResult): void {
  const text = translate("awb:batch.result", { n: changed, m: skipped });
  if (skipped === 0) return toast.done(text);
  const named = messages.slice(0, NAMED_MAX).join("、");
  toast.warn(`${text} ${messages.length > NAMED_MAX ? `${named}…` : named}`.trim());
}
