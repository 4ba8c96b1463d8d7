// Every test begins with a clean document, a Chinese browser and no network.

import { cleanup } from "@testing-library/preact";
import { afterEach, beforeEach, vi } from "vitest";

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
