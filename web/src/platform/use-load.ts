import { type DependencyList, useEffect, useRef } from "react";

/**
 * An effect that runs when its page comes and when its dependencies change, but not when a page that was kept behind
 * others is shown again: what was read, and what was typed over it, stays. It has nothing to clean up.
 */
export function useLoad(load: () => void, dependencies: DependencyList): void {
  const before = useRef<DependencyList | null>(null);
  useEffect(() => {
    if (before.current && same(before.current, dependencies)) return;
    before.current = dependencies;
    load();
  });
}

function same(one: DependencyList, other: DependencyList): boolean {
  return one.length === other.length && one.every((each, place) => Object.is(each, other[place]));
}
