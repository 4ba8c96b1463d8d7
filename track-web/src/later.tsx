// Parts of the pages that come when they are needed. When one does not come, the page says so instead of going blank.

import { lazy, type ComponentType, type LazyExoticComponent } from "react";
import { Around, Failed } from "./frame";

/** A component that is fetched when it is first shown; `instead` stands in its place when it cannot be. */
export function later<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  instead: ComponentType = Unreachable,
): LazyExoticComponent<ComponentType<P>> {
  return lazy(() => load().catch(() => ({ default: instead as ComponentType<P> })));
}

function Unreachable() {
  return (
    <Around>
      <Failed hint="page.retryHint" />
    </Around>
  );
}

/** For parts whose absence changes nothing else. */
export function Nothing() {
  return null;
}
