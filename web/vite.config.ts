import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

// The server answers every call; in development it listens on 8080 beside the Vite server.
const SERVER = process.env.FORWARDER_SERVER ?? "http://127.0.0.1:8080";
const CALLS = ["/auth", "/hrs/", "/afbase", "/platform", "/prm/", "/version.json", "/static", "/setup/"];

export default defineConfig({
  plugins: [react()],
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  html: { cspNonce: "__CSP_NONCE__" },
  build: {
    target: "es2020",
    outDir: "dist",
    assetsDir: "assets",
    manifest: true,
    chunkSizeWarningLimit: 1500,
  },
  // The worker of the live news is a module.
  worker: { format: "es" },
  server: { proxy: Object.fromEntries(CALLS.map((path) => [path, { target: SERVER, ws: true }])) },
  test: {
    environment: "jsdom",
    setupFiles: ["./src/platform/test-setup.ts"],
    include: ["src/**/*.test.{ts,tsx}"],
    css: false,
    testTimeout: 120_000,
  },
});
