// Texts: both languages hold the same keys and placeholders, every used key exists, every key of the catalogues is
// used, and no literal Chinese or Latin text stands in TSX.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { SRC, finish, sources } from "./files.mjs";

const FOLDER = join(SRC, "i18n");
function flat(tree, prefix) {
  return Object.entries(tree).flatMap(([name, value]) =>
    typeof value === "string" ? [[prefix + name, value]] : flat(value, `${prefix}${name}.`),
  );
}

function catalogue(language) {
  const folder = join(FOLDER, language);
  const all = new Map();
  for (const file of readdirSync(folder)) {
    const tree = JSON.parse(readFileSync(join(folder, file), "utf8"));
    for (const [key, text] of flat(tree, `${file.replace(".json", "")}:`)) all.set(key, text);
  }
  return all;
}

const placeholders = (text) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).toSorted().join(",");
const stripComments = (text) => text.replaceAll(/\/\*[\s\S]*?\*\//g, "").replaceAll(/(^|[^:"'`])\/\/[^\n]*/g, "$1");

const problems = [];
const zh = catalogue("zh");
const en = catalogue("en");
for (const [key, text] of zh) {
  if (!en.has(key)) problems.push(`en: ${key} is missing`);
  else if (placeholders(text) !== placeholders(en.get(key))) problems.push(`en: ${key} has other placeholders`);
}
for (const [key, text] of en) {
  if (!zh.has(key)) problems.push(`zh: ${key} is missing`);
  if (/[\u3400-\u9fff]/.test(text)) problems.push(`en: ${key} holds Chinese`);
}

const rooms = new Set(readdirSync(join(FOLDER, "zh")).map((file) => file.replace(".json", "")));
const used = new Set();
const prefixes = [];
for (const { path, text } of sources()) {
  const code = stripComments(text);
  const test = /(\.test|-kit)\.tsx?$/.test(path);
  for (const [, key] of code.matchAll(/["'`]([a-z][\w-]*:[\w.]+)["'`]/g)) {
    if (!rooms.has(key.split(":")[0])) continue;
    used.add(key);
    if (!zh.has(key) && !test) problems.push(`${path}: text ${key} is in no catalogue`);
  }
  for (const [, start] of code.matchAll(/`([a-z][\w-]*:[\w.]*)\$\{/g)) {
    prefixes.push(start);
    if (![...zh.keys()].some((key) => key.startsWith(start))) problems.push(`${path}: no text begins with ${start}`);
  }
  if (path.endsWith(".tsx") && !test) problems.push(...literals(path, code));
}
for (const key of zh.keys()) {
  if (!used.has(key) && !prefixes.some((start) => key.startsWith(start))) problems.push(`zh: ${key} is used nowhere`);
}

/** Literal text between tags and in attributes people read or hear. */
function literals(path, code) {
  const found = [];
  for (const [text] of code.matchAll(/[\u3400-\u9fff]+/g)) {
    found.push(`${path}: literal text ${text}`);
  }
  for (const [, text] of code.matchAll(/>\s*([A-Za-z][A-Za-z ,.'!?-]{2,})\s*<\//g)) found.push(`${path}: literal text ${text.trim()}`);
  for (const [, name, text] of code.matchAll(/\b(title|placeholder|aria-label|alt|label)="([^"]*[A-Za-z]{2,}[^"]*)"/g)) {
    found.push(`${path}: literal ${name} ${text}`);
  }
  return found;
}

if (!existsSync(FOLDER)) problems.push("no catalogues");
finish("i18n", problems);
