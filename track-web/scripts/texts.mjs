// Every text a reader sees stands in src/i18n: literal words elsewhere would stay in one language.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const src = new URL("../src", import.meta.url).pathname;
const CHINESE = /[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]/;
const JSX_WORD = />\s*[A-Za-z]{2,}[^<>{}=;()]*<\//;
const TEXT_ATTRIBUTE = /\b(aria-label|alt|title|placeholder)="(?!\w+\.\w+")[^"]+"/;

const sources = readdirSync(src, { recursive: true })
  .map(String)
  .filter((name) => /\.tsx?$/.test(name) && !name.startsWith("i18n") && !name.includes("test"));

const faults = sources.flatMap((name) =>
  readFileSync(join(src, name), "utf8")
    .split("\n")
    .flatMap((line, at) => {
      const literal = CHINESE.test(line) || (name.endsWith("x") && (JSX_WORD.test(line) || TEXT_ATTRIBUTE.test(line)));
      return literal ? [`src/${name}:${at + 1}: ${line.trim()}`] : [];
    }),
);

const used = sources.map((name) => readFileSync(join(src, name), "utf8")).join("\n");
for (const name of ["zh.ts", "carriage.ts", "pouch.ts", "customer.ts", "inquiry.ts", "bill.ts"]) {
  const catalogue = readFileSync(join(src, "i18n", name), "utf8");
  for (const [, key] of catalogue.matchAll(/^ {2}"([^"]+)":/gm)) {
    if (!used.includes(`"${key}"`)) faults.push(`src/i18n/${name}: nobody uses ${key}`);
  }
}

if (faults.length > 0) {
  process.stderr.write(`Literal text outside the catalogue, or text nobody uses:\n${faults.join("\n")}\n`);
  process.exit(1);
}
