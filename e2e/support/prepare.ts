/** What a run needs before its first test. */
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { makeDemonstration } from "./server.ts";

const RESULTS = join(import.meta.dirname, "../.output");
const DAY_MS = 24 * 60 * 60 * 1000;

/** Each run has a folder for its pictures; those of yesterday are not looked at any more. */
async function clearResults(): Promise<void> {
  for (const name of await readdir(RESULTS).catch(() => [])) {
    const path = join(RESULTS, name);
    const made = await stat(path).catch(() => undefined);
    if (made && Date.now() - made.mtimeMs > DAY_MS) await rm(path, { recursive: true, force: true });
  }
}

export default async function prepare(): Promise<() => Promise<void>> {
  await clearResults();
  return makeDemonstration();
}
