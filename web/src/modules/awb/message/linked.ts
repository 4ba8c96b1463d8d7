/** The box in hand, and the box a span of a message points to. */
import { useEffect, useState } from "react";
import { boxAt } from "@/modules/awb/form/reach-box";
import { CELL_MOVED, pathOf } from "@/platform/forms/form-keys";

function boxOf(target: EventTarget | null): string {
  return target instanceof Element && target.closest(".awb-sheet") ? pathOf(target) : "";
}

/** The path of the box the cursor is in. */
export function useBoxInHand(): string {
  const [path, setPath] = useState(() => boxOf(document.activeElement));
  useEffect(() => {
    const enter = ({ target }: Event) => setPath(boxOf(target));
    const leave = ({ relatedTarget }: FocusEvent) => relatedTarget === null && setPath("");
    document.addEventListener("focusin", enter);
    document.addEventListener(CELL_MOVED, enter);
    document.addEventListener("focusout", leave);
    return () => {
      document.removeEventListener("focusin", enter);
      document.removeEventListener(CELL_MOVED, enter);
      document.removeEventListener("focusout", leave);
    };
  }, []);
  return path;
}

/** Marks the box at a path as the one that is meant. Two hundred boxes are not drawn anew for it. */
export function useLinkedBox(path: string): void {
  useEffect(() => {
    const box = boxAt(path);
    box?.setAttribute("data-linked", "");
    return () => box?.removeAttribute("data-linked");
  }, [path]);
}
