import { useEffect, useState } from "react";

/** Gives the focus back to where it was when the calling dialog came, once it goes. */
export function useReturnedFocus(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(() => () => {
    if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
  }, [before]);
}
