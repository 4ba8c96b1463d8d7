/** Questions to the other windows of this browser, which share its session and its storage. */

/** Other windows answer at once, or hold nothing. */
const ANSWER_MS = 300;

const ASKED = "asked";
const HELD = "held";

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of its own origin alone
const say = (channel: BroadcastChannel, words: string): void => channel.postMessage(words);

/** Answers windows that ask for something this one holds, until the answer is called. */
export function answerWindows(name: string, holds: (what: string) => boolean): () => void {
  if (typeof BroadcastChannel === "undefined") return () => undefined;
  const channel = new BroadcastChannel(name);
  channel.addEventListener("message", ({ data }: MessageEvent<string>) => {
    const what = data.startsWith(ASKED) ? data.slice(ASKED.length) : null;
    if (what !== null && holds(what)) say(channel, HELD + what);
  });
  return () => channel.close();
}

/** Whether another window holds it. */
export function askWindows(name: string, what = ""): Promise<boolean> {
  if (typeof BroadcastChannel === "undefined") return Promise.resolve(false);
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(name);
    const end = (held: boolean) => {
      clearTimeout(timer);
      channel.close();
      resolve(held);
    };
    const timer = setTimeout(() => end(false), ANSWER_MS);
    channel.addEventListener("message", ({ data }) => data === HELD + what && end(true));
    say(channel, ASKED + what);
  });
}
