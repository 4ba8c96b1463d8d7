import { type ComponentType, Suspense, lazy, useEffect } from "react";
import type { StoreApi, UseBoundStore } from "zustand";
import type { ListContext } from "@/platform/lists/list-overrides";

type OpenStore<T> = UseBoundStore<StoreApi<{ open: T | null }>>;

interface DialogsProps<T> {
  open: T;
  list: ListContext;
}

/** The dialogs of a list, whose code comes with the first of them. */
export function lazyDialogs<T>(useOpen: OpenStore<T>, load: () => Promise<ComponentType<DialogsProps<T>>>): ComponentType<{ list: ListContext }> {
  const Dialogs = lazy(async () => ({ default: await load() }));
  return function LazyDialogs({ list }) {
    const open = useOpen((state) => state.open);
    // A dialog left open by another page would surprise.
    useEffect(() => () => useOpen.setState({ open: null }), []);
    if (open === null) return null;
    return (
      <Suspense fallback={null}>
        <Dialogs open={open} list={list} />
      </Suspense>
    );
  };
}
