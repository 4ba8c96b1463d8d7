import type { Query } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";

/**
 * For `refetchOnMount`: reads when the page comes, but not when a page that was kept behind others is shown again,
 * unless what it read was said to be old meanwhile. For data whose news the page hears (`usePushed`).
 */
export function useComes(): (query: Pick<Query, "state">) => boolean {
  const left = useRef(false);
  useEffect(
    () => () => {
      left.current = true;
    },
    [],
  );
  return useCallback((query) => !left.current || query.state.isInvalidated, []);
}
