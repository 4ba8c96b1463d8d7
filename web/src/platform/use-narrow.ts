import { useSyncExternalStore } from "react";

/** Below this width forms and bars stack. */
export const NARROW_BELOW_PX = 768;

export function useNarrow(): boolean {
  return useSyncExternalStore(
    (changed) => {
      window.addEventListener("resize", changed);
      return () => window.removeEventListener("resize", changed);
    },
    () => window.innerWidth < NARROW_BELOW_PX,
  );
}
