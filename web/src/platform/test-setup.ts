/** What jsdom lacks and antd asks for. */
import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

class Observer {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

window.ResizeObserver ??= Observer as unknown as typeof ResizeObserver;
window.matchMedia ??= ((query: string) => ({
  matches: false,
  media: query,
  addListener: () => undefined,
  removeListener: () => undefined,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
})) as unknown as typeof window.matchMedia;
window.scrollTo = () => undefined;
// jsdom cannot measure pseudo elements and says so loudly.
const computed = window.getComputedStyle.bind(window);
window.getComputedStyle = (element: Element) => computed(element);

// The first page of a file loads its scripts, which takes a while on a busy machine.
configure({ asyncUtilTimeout: 30_000 });

afterEach(() => cleanup());
