/** Tests whose pages and calls go to the server of their file. */
import { test as base } from "@playwright/test";
import { Server } from "./server.ts";

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
