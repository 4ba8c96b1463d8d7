/** A file of tests begins with a new window and with none of our modules. What libraries its worker has loaded stay. */
import { vi } from "vitest";
import { type EnvironmentReturn, builtinEnvironments } from "vitest/runtime";

// Something a library does a moment later still finds the window of the last file: it goes when the next one comes.
const worker = globalThis as { lastWindow?: EnvironmentReturn };

vi.resetModules();
await worker.lastWindow?.teardown(globalThis);
worker.lastWindow = await builtinEnvironments.jsdom.setup(globalThis, {});
