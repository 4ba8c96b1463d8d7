/** What is unsaved in this window, and in the other windows of this browser, which share its session. */
import { unsavedCount } from "@/app/tabs/tab-store";
import { looseCount } from "@/platform/forms/use-leave-guard";
import { answerWindows as answer, askWindows } from "@/platform/windows";

const CHANNEL = "unsaved";

const heldHere = (): boolean => unsavedCount() + looseCount() > 0;

/** Answers other windows that ask, until the answer is called. */
export const answerWindows = (): (() => void) => answer(CHANNEL, heldHere);

/** Whether anything is unsaved in any window. */
export async function unsavedAnywhere(): Promise<boolean> {
  return heldHere() || askWindows(CHANNEL);
}
