// Sizes of what a browser must load, in KB of gzipped JavaScript: the log-in page, each lazy page beyond it, and what is
// declared of the pages: the index of all, and each room.
// Measures what `make web` or `npm run build` built.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { ROOT, finish } from "./files.mjs";

const LOGIN_MAX_KB = 220;
const PAGE_MAX_KB = 150;
const INDEX_MAX_KB = 15;
const ROOM_MAX_KB = 60;
const LOGIN = "src/app/login/login.page.tsx";
/** The group of the shell and the first page, as the build names it. */
const FRAME = "frame";

const dist = join(ROOT, "dist");
const manifest = JSON.parse(readFileSync(join(dist, ".vite/manifest.json"), "utf8"));
const sizes = new Map();

function kb(file) {
  if (!file.endsWith(".js")) return 0;
  if (!sizes.has(file)) sizes.set(file, gzipSync(readFileSync(join(dist, file)), { level: 9 }).length / 1024);
  return sizes.get(file);
}

/** All files an entry needs before it can run. */
function closure(keys, seen = new Set()) {
  for (const key of keys) {
    if (!key || seen.has(key) || !manifest[key]) continue;
    seen.add(key);
    closure(manifest[key].imports ?? [], seen);
  }
  return seen;
}

const weight = (keys) => [...new Set([...keys].map((key) => manifest[key].file))].reduce((sum, file) => sum + kb(file), 0);
const minus = (keys, base) => new Set([...keys].filter((key) => !base.has(key)));

const entry = Object.keys(manifest).find((key) => manifest[key].isEntry);
const login = closure([entry, LOGIN, "src/i18n/zh/app.json", "src/i18n/zh/platform.json"]);
const frame = Object.keys(manifest).filter((key) => manifest[key].name === FRAME);
if (frame.length === 0) throw new Error("the build has no shell");
const shell = closure(frame, new Set(login));
const problems = [];
const report = (name, size, max) => {
  process.stdout.write(`${size.toFixed(1).padStart(7)} KB of ${max}  ${name}\n`);
  if (size > max) problems.push(`${name}: ${size.toFixed(1)} KB is more than ${max} KB`);
};

report("log-in page", weight(login), LOGIN_MAX_KB);
report("shell beyond the log-in page", weight(minus(shell, login)), PAGE_MAX_KB);
const pages = Object.keys(manifest).filter(
  (key) => manifest[key].isDynamicEntry && /\.page\.tsx$|\/(list|form)-page\.tsx$/.test(key) && key !== LOGIN,
);
for (const page of pages.toSorted()) report(page, weight(minus(closure([page], new Set(shell)), shell)), PAGE_MAX_KB);
const declared = Object.keys(manifest).filter((key) => key.includes("virtual:pages/"));
if (declared.length === 0) throw new Error("the build has no declared pages");
for (const key of declared.toSorted()) report(`declared: ${key.split("virtual:pages/")[1]}`, weight([key]), key.endsWith("/index") ? INDEX_MAX_KB : ROOM_MAX_KB);
finish("budget", problems);
