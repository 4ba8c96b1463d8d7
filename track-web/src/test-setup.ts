// Every test begins with a clean document, a Chinese browser and no network.

import { cleanup, configure } from "@testing-library/preact";
import { afterEach, beforeEach, vi } from "vitest";

// What a page waits for comes late on a busy machine.
configure({ asyncUtilTimeout: 30_000 });

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal("fetch", () => Promise.reject(new Error("A test has no network")));
  vi.spyOn(navigator, "language", "get").mockReturnValue("zh-CN");
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
