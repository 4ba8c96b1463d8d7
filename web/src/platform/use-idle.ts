import { useEffect, useState } from "react";

/** Time left to do something long without being in the way of a key or a click, in milliseconds. */
const CALM_MS = 30;
/** What waits is done by then in any case. */
const LATEST_MS = 2_000;

/** True from the first calm moment after the caller came: what costs much, and can wait, waits for it. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(() => typeof requestIdleCallback === "undefined");
  useEffect(() => {
    if (idle) return;
    const begun = performance.now();
    let asked = requestIdleCallback(look, { timeout: LATEST_MS });
    function look(deadline: IdleDeadline) {
      if (deadline.timeRemaining() >= CALM_MS || performance.now() - begun >= LATEST_MS) setIdle(true);
      else asked = requestIdleCallback(look, { timeout: LATEST_MS });
    }
    return () => cancelIdleCallback(asked);
  }, [idle]);
  return idle;
}
