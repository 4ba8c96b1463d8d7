/** A page of papers opened from an order: `?o=` names the order a new one is begun for. */
import { useSearch } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { CallError, type Params, get } from "@/platform/call/client";
import type { Values } from "@/platform/forms/form-store";
import type { ListContext } from "@/platform/lists/list-overrides";
import { goTo } from "@/platform/navigate";

/** Opens the form of a new paper with what its order proposes; the address forgets the order then. */
export function useNewOfOrder(list: ListContext, path: string, page: string, params: Params = {}): void {
  const { o } = useSearch({ strict: false }) as { o?: string };
  const latest = useRef({ list, params });
  latest.current = { list, params };
  const begun = useRef("");
  useEffect(() => {
    if (!o || begun.current === o) return;
    begun.current = o;
    void begin(o, path, latest.current.params, (preset) => latest.current.list.openForm(null, { preset }));
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
