/** What jsdom lacks and antd asks for. */
import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, vi } from "vitest";

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
configure({ asyncUtilTimeout: 90_000 });

afterEach(() => cleanup());

// A grid measures itself a moment after its last test, when there may be no window left: what waits ends with its file.
const waiting = new Set<ReturnType<typeof setTimeout>>();
const later = globalThis.setTimeout;
globalThis.setTimeout = Object.assign((...asked: Parameters<typeof later>) => {
  const timer = later(...asked);
  waiting.add(timer);
  return timer;
}, later) as typeof later;
afterAll(() => waiting.forEach(clearTimeout));

// The files of a worker share a world, and find it as the first one did.
const width = window.innerWidth;
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
  Reflect.deleteProperty(document.body, "clientWidth");
  Object.defineProperty(window, "innerWidth", { value: width, configurable: true, writable: true });
  window.history.replaceState(null, "", "/");
});
