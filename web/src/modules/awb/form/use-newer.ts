/** Whether somebody else changed a form while it was kept behind other pages: asked once each time it is shown again. */
import { useEffect, useRef, useState } from "react";

/**
 * `version`: that of the form as it was read, empty for one that is not stored. `read` asks for the form as it is
 * stored now; `ready`: it was read before. What is answered holds for that version alone.
 */
export function useNewer(
  version: string,
  read: (signal: AbortSignal) => Promise<Record<string, unknown>>,
  ready: boolean,
): boolean {
  const [stale, setStale] = useState<string | null>(null);
  const now = useRef({ version, read, ready });
  now.current = { version, read, ready };
  const left = useRef(false);
  useEffect(() => {
    const { version: known, read: ask, ready: there } = now.current;
    const back = left.current;
    left.current = false;
    const ended = new AbortController();
    if (back && there) {
      ask(ended.signal)
        .then(({ rowUuid }) => setStale(String(rowUuid ?? "") === known ? null : known))
        // The save finds out.
        .catch(() => undefined);
    }
    return () => {
      left.current = true;
      ended.abort();
    };
  }, []);
  return stale !== null && stale === version;
}
