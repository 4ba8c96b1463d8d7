/** Printing and storing of labels. */
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type LabelAsk, type LabelOrder, printLabels } from "@/modules/paper/label/label-calls";
import { printsKey } from "@/modules/paper/label/label-log";
import { type LabelValues, rememberValues } from "@/modules/paper/label/label-values";
import { submit } from "@/platform/call/submit";
import { saveFile } from "@/platform/call/client";
import { jumpTo } from "@/platform/forms/form-keys";
import type { FormStore } from "@/platform/forms/form-store";
import { type Beside, openBeside, takeMade } from "@/platform/made-file";
import { toast } from "@/platform/toast";

/** Shown beside the application, or stored. */
export type How = "open" | "save";

export interface LabelPrinting {
  running: How | null;
  print(how: How): Promise<void>;
}

export function useLabelPrint(form: FormStore, orders: LabelOrder[], ask: LabelAsk): LabelPrinting {
  const [running, setRunning] = useState<How | null>(null);
  const queries = useQueryClient();
  const send = async (beside: Beside | null) => {
    rememberValues(form.all() as unknown as LabelValues);
    const result = await submit(() => printLabels(ask), { done: false });
    if (result.kind === "findings") {
      form.setFindings(result.findings);
      if (!result.findings.some(({ field }) => jumpTo(field))) toast.failed(result.findings[0]?.message ?? "");
    }
    if (result.kind !== "saved") return beside?.close();
    const file = await takeMade(async () => result.data.url);
    if (!file) beside?.close();
    else if (beside) beside.show(file);
    else saveFile(file.blob, file.name);
    await Promise.all(orders.map(({ orderUuid }) => queries.invalidateQueries({ queryKey: printsKey(orderUuid) })));
  };
  const print = async (how: How) => {
    if (running || orders.length === 0) return;
    // What a label printer reads is nothing a browser shows.
    const beside = how === "open" && ask.format === "PDF" ? openBeside() : null;
    setRunning(how);
    try {
      await send(beside);
    } finally {
      setRunning(null);
    }
  };
  return { running, print };
}
