// Code of a page that reads the declaration of a list or form has it there: it is of the room of the page's own declaration,
// or the page's line in `pages.ts` says that it needs it, or the code awaits it.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { SRC, files, finish } from "./files.mjs";

const IMPORT = /(?:from\s+|import\s*\(\s*|import\s+)["']([^"']+)["']/g;
const READS = /\b(?:declaredForm|declaredList|formByKey)\b/;
const KEY = /"(\w+\.[\w-]+\.(?:list|form))"/g;
const AWAITS = /\bloadPages\(([^)]*)\)/g;
/** A line of a room with the code it loads at once. */
const ENTRY = /\{(?:[^{}]|\{[^{}]*\})*?load: \(\) => (?:\w+\()?import\("([^"]+)"\)/g;

const texts = new Map();
/** Without types and comments. */
const textOf = (file) => texts.get(file) ?? texts.set(file, readFileSync(file, "utf8").replaceAll(/import type [^;]*;|\/\*[\s\S]*?\*\//g, "")).get(file);
const keysIn = (text) => [...text.matchAll(KEY)].map(([, key]) => key);
const roomOf = (key) => key.split(".")[0];

function target(from, specifier) {
  const base = specifier.startsWith("@/") ? join(SRC, specifier.slice(2)) : specifier.startsWith(".") ? join(dirname(from), specifier) : "";
  return [".ts", ".tsx"].map((end) => base + end).find((file) => base && existsSync(file));
}

/** All files the code of a page leads to. */
function reach(file, seen = new Set()) {
  if (!file || seen.has(file)) return seen;
  seen.add(file);
  for (const [, specifier] of textOf(file).matchAll(IMPORT)) reach(target(file, specifier), seen);
  return seen;
}

const problems = [];
for (const room of files().filter((file) => file.endsWith("/pages.ts"))) {
  for (const [entry, specifier] of textOf(room).matchAll(ENTRY)) {
    const all = [...reach(target(room, specifier))];
    const there = new Set(keysIn(entry).map(roomOf));
    for (const file of all) for (const [, asked] of textOf(file).matchAll(AWAITS)) keysIn(asked).forEach((key) => there.add(roomOf(key)));
    for (const file of all.filter((each) => READS.test(textOf(each)))) {
      for (const key of keysIn(textOf(file)).filter((each) => !there.has(roomOf(each)))) {
        problems.push(`${relative(SRC, room)}: ${specifier} reads ${key} in ${relative(SRC, file)}, and doesn't need it`);
      }
    }
  }
}
finish("needs", problems);
