// The public page is opened on phones over slow networks: its JavaScript stays under 90 KB gzip, or this fails.
import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { gzipSync } from "node:zlib";

const LIMIT_BYTES = 90 * 1000;
const dist = new URL("../dist", import.meta.url).pathname;

function size(wanted) {
  const files = readdirSync(dist, { recursive: true }).filter((name) => extname(name) === wanted);
  return files.reduce((sum, name) => sum + gzipSync(readFileSync(join(dist, name)), { level: 9 }).length, 0);
}

const kb = (bytes) => `${(bytes / 1000).toFixed(1)} KB`;
const script = size(".js");
process.stdout.write(`JavaScript ${kb(script)} gzip of ${kb(LIMIT_BYTES)}, CSS ${kb(size(".css"))} gzip\n`);
if (script === 0) throw new Error("No JavaScript in dist: build first.");
if (script >= LIMIT_BYTES) throw new Error("The JavaScript of the public page is over its budget.");
