import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { pages } from "./scripts/pages.ts";

// The server answers every call; in development it listens on 8080 beside the Vite server.
const SERVER = process.env.FORWARDER_SERVER ?? "http://127.0.0.1:8080";
const SOURCES = fileURLToPath(new URL("./src", import.meta.url));
const CALLS = ["/auth", "/hrs/", "/afbase", "/platform", "/prm/", "/version.json", "/static", "/setup/"];

/**
 * What every visit loads comes as two files with all they need, instead of seventy: for each file the browser is told
 * of and each one it looks up in its cache, a slow machine takes its time. The rest is split by what shares it.
 */
const GROUPS = [
  { name: "base", test: /src\/(app\/main\.tsx|app\/brand\.tsx|app\/login\/browser-notice\.tsx)$/, priority: 2 },
  { name: "frame", test: /src\/app\/(shell\/shell|home\/home\.page)\.tsx$/, priority: 1 },
];

export default defineConfig({
  plugins: [react(), pages()],
  resolve: {
    alias: [
      { find: "@", replacement: SOURCES },
      // The component library's own measuring writes styles that the content policy refuses.
      { find: /^(\.\.?|@rc-component\/util\/es)\/getScrollBarSize(\.js)?$/, replacement: `${SOURCES}/platform/scroll-bar-size.ts` },
      // So does its way of holding the page below a dialog.
      { find: /^\.\/useScrollLocker(\.js)?$/, replacement: `${SOURCES}/platform/scroll-lock.ts` },
    ],
  },
  html: { cspNonce: "__CSP_NONCE__" },
  build: {
    target: "es2020",
    outDir: "dist",
    assetsDir: "assets",
    manifest: true,
    chunkSizeWarningLimit: 1500,
    rolldownOptions: { output: { codeSplitting: { groups: GROUPS } } },
  },
  // The worker of the live news is a module.
  worker: { format: "es" },
  server: { proxy: Object.fromEntries(CALLS.map((path) => [path, { target: SERVER, ws: true }])) },
  test: {
    environment: "jsdom",
    setupFiles: ["./src/platform/test-setup.ts"],
    css: false,
    testTimeout: 300_000,
    include: ["src/**/*.test.{ts,tsx}"],
    maxWorkers: Math.max(2, Math.floor(availableParallelism() / 2)),
  },
});
