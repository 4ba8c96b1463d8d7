// The source files of the application, for the checks beside this file.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("..", import.meta.url));
export const SRC = join(ROOT, "src");

export function files(folder = SRC) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? files(path) : [path];
  });
}

export function sources() {
  return files()
    .filter((path) => /\.(ts|tsx)$/.test(path))
    .map((path) => ({ path: relative(SRC, path).replaceAll("\\", "/"), text: readFileSync(path, "utf8") }));
}

export function finish(name, problems) {
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.stdout.write(`${name}: ${problems.length === 0 ? "ok" : `${problems.length} problems`}\n`);
  process.exit(problems.length === 0 ? 0 : 1);
}
