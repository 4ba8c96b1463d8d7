/** 重发, 撤销 and 下载 of a message. */
import { BASE } from "@/modules/edi/edi-model";
import { CallError, downloadFrom, post } from "@/platform/call/client";
import { submit } from "@/platform/call/submit";
import { ask } from "@/platform/dialog";
import { translate } from "@/platform/i18n";
import { toast } from "@/platform/toast";

interface Versioned {
  id: string;
  version: number;
}

/** Sends it again, or marks it withdrawn after a question. True when what is shown is to be read again. */
export async function moveMessage(move: "retry" | "cancel", { id, version }: Versioned, name: string): Promise<boolean> {
  if (move === "cancel") {
    const sure = await ask({ text: translate("edi:message.cancelConfirm", { name }), danger: true, yes: translate("edi:message.cancel") });
    if (!sure) return false;
  }
  const result = await submit((confirmed) =>
    post(`${BASE}/${move}`, { id, version, ...(confirmed.length > 0 ? { confirmed } : {}) }, { quiet: true }),
  );
  if (result.kind === "findings") toast.failed(result.findings[0]?.message ?? "");
  return result.kind === "saved" || (result.kind === "stale" && result.reload);
}

/** Stores the message as the file that is sent. */
export async function downloadMessage(id: string): Promise<void> {
  try {
    await downloadFrom(`${BASE}/download/${encodeURIComponent(id)}`);
  } catch (error) {
    // The call has told the user.
    if (!(error instanceof CallError)) throw error;
  }
}
