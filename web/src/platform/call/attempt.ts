/**
 * Names what a user attempts, so that the server does it once although it is sent again: a call whose answer was lost
 * (no network, time over) has the same key when the same is sent the next time.
 *
 *   const attempt = begin("POST", "/hrs/role", body);
 *   … send with the header { [KEY_HEADER]: attempt.key } …
 *   attempt.lost();     // or attempt.answered()
 */
import { randomId } from "@/platform/random-id";

export const KEY_HEADER = "Idempotency-Key";

/** Attempts remembered; more than anybody repeats. */
const LOST_MAX = 50;
/** How long a repetition counts as one: who sends the same later means something new. */
const REPEATS_MS = 120_000;
/** Keys of calls that got no answer and when that was, by what was sent. */
const lost = new Map<string, { key: string; at: number }>();

export interface Attempt {
  key: string;
  /** The server said something: what is sent next is something new. */
  answered(): void;
  /** Nobody knows whether it was done. */
  lost(): void;
}

export function begin(method: string, address: string, body: string): Attempt {
  const what = `${method} ${address} ${body}`;
  const before = lost.get(what);
  const key = before && Date.now() - before.at < REPEATS_MS ? before.key : randomId();
  // Another write to the same place lies between: what comes after it is no repetition.
  const place = `${method} ${address.split("?")[0]} `;
  return {
    key,
    answered: () => {
      for (const each of lost.keys()) if (each.startsWith(place.trimEnd())) lost.delete(each);
    },
    lost: () => {
      lost.delete(what);
      lost.set(what, { key, at: Date.now() });
      const oldest = lost.keys().next().value;
      if (lost.size > LOST_MAX && oldest !== undefined) lost.delete(oldest);
    },
  };
}
