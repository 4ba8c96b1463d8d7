/** What is unsaved in this window, and in the other windows of this browser, which share its session. */
import { unsavedCount } from "@/app/tabs/tab-store";
import { looseCount } from "@/platform/forms/use-leave-guard";

const CHANNEL = "unsaved";
const ASKED = "asked";
const HELD = "held";
/** Other windows answer at once, or hold nothing. */
const ANSWER_MS = 300;

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of its own origin alone
const say = (channel: BroadcastChannel, word: string): void => channel.postMessage(word);

const heldHere = (): boolean => unsavedCount() + looseCount() > 0;

/** Answers other windows that ask, until the answer is called. */
export function answerWindows(): () => void {
  if (typeof BroadcastChannel === "undefined") return () => undefined;
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener("message", ({ data }) => {
    if (data === ASKED && heldHere()) say(channel, HELD);
  });
  return () => channel.close();
}

/** Whether anything is unsaved in any window. */
export function unsavedAnywhere(): Promise<boolean> {
  if (heldHere()) return Promise.resolve(true);
  if (typeof BroadcastChannel === "undefined") return Promise.resolve(false);
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(CHANNEL);
    const end = (held: boolean) => {
      clearTimeout(timer);
      channel.close();
      resolve(held);
    };
    const timer = setTimeout(() => end(false), ANSWER_MS);
    channel.addEventListener("message", ({ data }) => data === HELD && end(true));
    say(channel, ASKED);
  });
}
