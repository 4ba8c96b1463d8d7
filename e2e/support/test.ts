/** Tests whose pages and calls go to the server of their file. */
import { test as base } from "@playwright/test";
import { Pair, Server } from "./server.ts";

export { expect } from "@playwright/test";

export const test = base.extend<object, { server: Server }>({
  server: [
    // The first argument names the fixtures it needs: none.
    async ({}, use) => {
      const server = new Server();
      await use(server);
      await server.stop();
    },
    { scope: "worker" },
  ],
  baseURL: async ({ server }, use, test) => use(await server.of(test.file)),
});

/** Tests of two processes on one database of PostgreSQL: pages and calls go to the first, and `otherURL` is the second. */
export const pairTest = base.extend<{ otherURL: string }, { pair: Pair }>({
  pair: [
    async ({}, use) => {
      const pair = await Pair.start();
      await use(pair);
      await pair.stop();
    },
    { scope: "worker" },
  ],
  baseURL: async ({ pair }, use) => use(pair.addresses[0]),
  otherURL: async ({ pair }, use) => use(String(pair.addresses[1])),
});
