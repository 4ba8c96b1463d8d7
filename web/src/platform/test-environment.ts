/** Where the files of tests run: as in a browser, in a window each of them brings itself (`test-window.ts`). */
export default { name: "browser", viteEnvironment: "client", setup: () => ({ teardown: () => undefined }) };
