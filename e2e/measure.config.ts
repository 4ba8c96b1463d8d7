/** What pages cost in a browser: `npx playwright test -c measure.config.ts`. Prints figures; nothing is held to them. */
import config from "./playwright.config.ts";

export default { ...config, testDir: "measure", reporter: [["line"]] } satisfies typeof config;
