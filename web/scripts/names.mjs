// File names are kebab-case, so that a path can be guessed.
import { relative } from "node:path";
import { SRC, files, finish } from "./files.mjs";

const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z]+)+$/;
const problems = files()
  .map((path) => relative(SRC, path).replaceAll("\\", "/"))
  .filter((path) => !path.startsWith("gen/"))
  .filter((path) => !path.split("/").every((part, at, all) => (at === all.length - 1 ? KEBAB.test(part) : /^[a-z0-9-]+$/.test(part))))
  .map((path) => `${path}: not kebab-case`);
finish("names", problems);
