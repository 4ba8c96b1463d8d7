import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

// The server answers every call; in development it listens on 8080 beside the Vite server.
const SERVER = process.env.FORWARDER_SERVER ?? "http://127.0.0.1:8080";

export default defineConfig({
  plugins: [react()],
  base: "/t/",
  build: {
    // Old web views of phones open shared links, so the syntax stays below what they read.
    target: ["es2020", "chrome79", "safari14"],
    outDir: "dist",
    assetsDir: "assets",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
  },
  server: { proxy: { "/afbase": SERVER } },
  test: {
    environment: "jsdom",
    environmentOptions: { jsdom: { url: "http://forwarder.test/externalOrderTrack" } },
    setupFiles: ["./src/test-setup.ts"],
    include: ["src/**/*.test.{ts,tsx}", "scripts/**/*.test.ts"],
    css: false,
  },
});
