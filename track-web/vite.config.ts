import { availableParallelism } from "node:os";
import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

// The server answers every call; in development it listens on 8080 beside the Vite server.
const SERVER = process.env.FORWARDER_SERVER ?? "http://127.0.0.1:8080";

/** All styles are in the page, so a chunk that comes later has nothing to fetch beside itself. */
const plainImports: Plugin = {
  name: "plain-imports",
  enforce: "pre",
  apply: "build",
  load: { filter: { id: /vite\/preload-helper/ }, handler: () => "export const __vitePreload = (load) => load();" },
};

interface Graph {
  getModuleInfo: (id: string) => { importedIds: string[]; importers: string[]; dynamicImporters: string[]; isEntry: boolean } | null;
}

/** Whether a page needs a module at once: nothing but plain imports lies between the entry and it. */
function neededAtOnce(id: string, graph: Graph, seen = new Set<string>()): boolean {
  const info = graph.getModuleInfo(id);
  if (!info || seen.has(id)) return false;
  seen.add(id);
  return info.isEntry || info.importers.some((importer) => neededAtOnce(importer, graph, seen));
}

/** The pages are written for React; what runs them is its small sibling, which phones load and start sooner. */
const alias = [
  { find: /^react-dom\/client$/, replacement: "preact/compat/client" },
  { find: /^react-dom\/test-utils$/, replacement: "preact/test-utils" },
  { find: /^react-dom$/, replacement: "preact/compat" },
  { find: /^react\/jsx(-dev)?-runtime$/, replacement: "preact/jsx-runtime" },
  { find: /^react$/, replacement: "preact/compat" },
];

export default defineConfig({
  resolve: { alias },
  plugins: [plainImports, react()],
  base: "/t/",
  build: {
    // Old web views of phones open shared links, so the syntax stays below what they read.
    target: ["es2020", "chrome79", "safari14"],
    outDir: "dist",
    assetsDir: "assets",
    assetsInlineLimit: 0,
    modulePreload: false,
    manifest: true,
    // One file for what is needed at once: it packs better than two, and a phone asks once.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ debugName: "page", name: (id, graph) => (neededAtOnce(id, graph) ? "page" : null) }] } },
    },
  },
  server: { proxy: { "/afbase": SERVER, "/sc/": SERVER, "/prm/": SERVER } },
  test: {
    environment: "jsdom",
    environmentOptions: { jsdom: { url: "http://forwarder.test/externalOrderTrack" } },
    setupFiles: ["./src/test-setup.ts"],
    include: ["src/**/*.test.{ts,tsx}", "scripts/**/*.test.ts"],
    css: false,
    // The first page of a file loads its scripts, which takes a while on a busy machine.
    testTimeout: 120_000,
    // One world for many files costs a part of one for each; what a test leaves behind, the setup takes away.
    pool: "threads",
    isolate: false,
    maxWorkers: Math.max(2, Math.floor(availableParallelism() / 2)),
  },
});
