/**
 * Browser tests against the real binary with an embedded database of its own, in Debian's Chromium: without windows,
 * and so without the drawing for them, which takes half of the time and stalls now and then.
 */
import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";

const HEADLESS = "/usr/bin/chromium-headless-shell";

/** Two runs in one folder do not take away each other's pictures; workers are told the name. */
const RUN = (process.env["E2E_RUN"] ??= `run-${process.pid}`);

export default defineConfig({
  testDir: "tests",
  outputDir: `.output/${RUN}`,
  globalSetup: "./support/prepare.ts",
  // A test is a whole story. The limits are for one that hangs: they hold on a machine that is five times slower.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  workers: Math.max(2, Math.floor(availableParallelism() / 2)),
  forbidOnly: true,
  reporter: [["list"]],
  use: {
    locale: "zh-CN",
    timezoneId: "Asia/Shanghai",
    actionTimeout: 60_000,
    viewport: { width: 1440, height: 900 },
    // A dialog that still grows is hit beside its buttons.
    reducedMotion: "reduce",
    screenshot: "only-on-failure",
    // `E2E_TRACE=1` records what a failing test did; recording costs as much as the test.
    trace: process.env["E2E_TRACE"] ? "retain-on-failure" : "off",
    launchOptions: {
      executablePath: process.env["CHROMIUM"] ?? (existsSync(HEADLESS) ? HEADLESS : "/usr/bin/chromium"),
      // Over plain http a browser gives less to a name than to the loopback address.
      args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--host-resolver-rules=MAP office.test 127.0.0.1"],
    },
  },
});
