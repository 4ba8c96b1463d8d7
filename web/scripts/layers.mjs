// Imports go one way only: app → modules → platform → gen, and no module imports another.
import { posix } from "node:path";
import { finish, sources } from "./files.mjs";

const ORDER = ["gen", "i18n", "platform", "modules", "app"];
const IMPORT = /(?:from\s+|import\s*\(\s*|import\s+)["']([^"']+)["']/g;

function target(from, specifier) {
  if (specifier.startsWith("@/")) return specifier.slice(2);
  if (specifier.startsWith(".")) return posix.join(posix.dirname(from), specifier);
  return null;
}

const problems = [];
for (const { path, text } of sources()) {
  const [layer, room] = path.split("/");
  for (const [, specifier] of text.matchAll(IMPORT)) {
    const to = target(path, specifier);
    if (!to) continue;
    const [otherLayer, otherRoom] = to.split("/");
    if (ORDER.indexOf(otherLayer) > ORDER.indexOf(layer)) problems.push(`${path}: ${layer} must not import ${specifier}`);
    if (layer === "modules" && otherLayer === "modules" && otherRoom !== room) {
      problems.push(`${path}: a module must not import another module (${specifier})`);
    }
  }
  if (/(^|\/)index\.tsx?$/.test(path)) problems.push(`${path}: no barrel files`);
}
finish("layers", problems);
