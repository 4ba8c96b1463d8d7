/** A page of papers opened from an order: `?o=` names the order a new one is begun for. */
import { useSearch } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { CallError, type Params, get } from "@/platform/call/client";
import type { Values } from "@/platform/forms/form-store";
import type { ListContext } from "@/platform/lists/list-overrides";
import { goTo } from "@/platform/navigate";

const asNew = (list: ListContext, preset: Values): void => list.openForm(null, { preset });

/**
 * Opens the form of a new paper with what its order proposes; the address forgets the order then. `open` does
 * otherwise where the order has its paper already.
 */
export function useNewOfOrder(
  list: ListContext, path: string, page: string, params: Params = {}, open: typeof asNew = asNew,
): void {
  const { o } = useSearch({ strict: false }) as { o?: string };
  const latest = useRef({ list, params, open });
  latest.current = { list, params, open };
  const begun = useRef("");
  useEffect(() => {
    if (!o || begun.current === o) return;
    begun.current = o;
    void begin(o, path, latest.current.params, (found) => latest.current.open(latest.current.list, found));
    goTo(page, { replace: true });
  }, [o, path, page]);
}

async function begin(orderUuid: string, path: string, params: Params, open: (preset: Values) => void): Promise<void> {
  try {
    open(await get<Values>(path, { orderUuid, ...params }));
  } catch (error) {
    // The call has told its failure.
    if (!(error instanceof CallError)) throw error;
  }
}
