/** Finishing a form and taking it back, with the reason a form that differs from its order needs. */
import { create } from "zustand";
import { put } from "@/platform/call/client";
import { type Submitted, submit } from "@/platform/call/submit";

export interface ReasonAsked {
  message: string;
  /** Null gives up. */
  answer(reason: string | null): void;
}

interface ReasonState {
  asked: ReasonAsked | null;
  ask(message: string): Promise<string | null>;
}

/** The reason asked for at the moment; the page draws the dialog. */
export const useReason = create<ReasonState>((set) => ({
  asked: null,
  ask: (message) =>
    new Promise((resolve) => {
      const answer = (reason: string | null) => {
        set({ asked: null });
        resolve(reason);
      };
      set({ asked: { message, answer } });
    }),
}));

/** Moves a form; what was confirmed once is not asked again with the reason. Null: no reason was given. */
export async function moveForm(
  action: "finish" | "back",
  { awbPrintId, rowUuid }: { awbPrintId: string; rowUuid: string },
  askReason: (message: string) => Promise<string | null>,
): Promise<Submitted<unknown> | null> {
  const agreed = new Set<string>();
  let reason = "";
  for (;;) {
    const result = await submit((confirmed) => {
      for (const key of confirmed) agreed.add(key);
      const said = { ...(agreed.size > 0 ? { confirmed: [...agreed] } : {}), ...(reason ? { reason } : {}) };
      return put(`/afbase/awbPrint/${action}/${awbPrintId}`, { rowUuid, ...said }, { quiet: true });
    });
    const missing = result.kind === "findings" ? result.findings.find((each) => each.field === "reason") : undefined;
    if (!missing) return result;
    const given = await askReason(missing.message);
    if (given === null) return null;
    reason = given;
  }
}
