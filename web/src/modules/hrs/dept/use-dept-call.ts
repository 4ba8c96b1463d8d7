import { useState } from "react";
import { closeDept } from "@/modules/hrs/dept/dept-store";
import { submit } from "@/platform/call/submit";
import type { FormStore } from "@/platform/forms/form-store";
import type { ListContext } from "@/platform/lists/list-overrides";
import { toast } from "@/platform/toast";

/**
 * Sends what a dialog decided, once at a time. A refusal stands at its field when the dialog has it, else it is told as
 * a sentence; when the call went through the dialog closes and the tree is read again.
 */
export function useDeptCall(list: ListContext, form?: FormStore) {
  const [sending, setSending] = useState(false);
  const send = async (call: (confirmed: string[]) => Promise<unknown>) => {
    if (sending) return;
    setSending(true);
    const result = await submit(call);
    setSending(false);
    if (result.kind === "findings") {
      form?.setFindings(result.findings);
      const seen = form && result.findings.some((each) => each.field in form.all());
      if (!seen) toast.failed(result.findings[0]?.message ?? "");
    }
    if (result.kind !== "saved" && !(result.kind === "stale" && result.reload)) return;
    list.reload();
    closeDept();
  };
  return { sending, send };
}
