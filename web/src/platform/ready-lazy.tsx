import { type ComponentType, lazy, useState } from "react";

interface ReadyLazy<P> {
  Component: ComponentType<P>;
  /** Fetches the code ahead of the first drawing. */
  fetch(): Promise<void>;
}

/**
 * A component whose code comes when it is drawn first, or earlier. Code that is there already is drawn at once: a
 * component that waits, however shortly, has React keep its placeholder for a third of a second.
 */
export function readyLazy<P extends object>(load: () => Promise<ComponentType<P>>): ReadyLazy<P> {
  let ready: ComponentType<P> | null = null;
  const fetch = async (): Promise<ComponentType<P>> => {
    ready ??= await load();
    return ready;
  };
  const Waiting = lazy(async () => ({ default: await fetch() })) as unknown as ComponentType<P>;
  const Component = (props: P) => {
    // Whichever it begins with, it stays: another one would begin anew.
    const [Shown] = useState(() => ready ?? Waiting);
    return <Shown {...props} />;
  };
  return { Component, fetch: async () => void (await fetch()) };
}
