/**
 * Browser tests against the real binary with an embedded database of its own, in Debian's Chromium: without windows,
 * and so without the drawing for them, which takes half of the time and stalls now and then.
 */
import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";
import { PASSWORD, PORT } from "./support/people.ts";

const HEADLESS = "/usr/bin/chromium-headless-shell";

export default defineConfig({
  testDir: "tests",
  outputDir: ".output/results",
  // A test is a whole story; a busy machine takes its time.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  workers: 1,
  forbidOnly: true,
  reporter: [["list"]],
  use: {
    baseURL: `http://127.0.0.1:${PORT}`,
    locale: "zh-CN",
    timezoneId: "Asia/Shanghai",
    actionTimeout: 30_000,
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
  webServer: {
    command: `support/serve ${PORT}`,
    url: `http://127.0.0.1:${PORT}/health/ready`,
    timeout: 120_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: "SIGTERM", timeout: 10_000 },
    env: { DEMO_PASSWORD: PASSWORD },
  },
});
