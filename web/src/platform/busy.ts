const SHOWN_AFTER_MS = 200;

/**
 * The `loading` of a button while its call is under way: shown only when the call takes a moment, so that quick answers
 * do not flicker. `loading={busy(saving)}`
 */
export function busy(now: boolean): false | { delay: number } {
  return now && { delay: SHOWN_AFTER_MS };
}
