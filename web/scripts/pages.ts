/**
 * Gives the application its declared pages, read from `contract/`: `virtual:pages` loads an index of all and the rooms one by
 * one, each a script of its own; `virtual:pages/all` is for tests.
 */
import type { Plugin } from "vite";
import { indexOf } from "../src/platform/page-index.ts";
import { PLANNED, readPages, readRoomFile, roomFiles } from "./page-files.mjs";

const PAGES = "virtual:pages";
/** What a browser has no use for. */
const UNUSED = new Set(["exported", "sizes"]);

export function pages(): Plugin {
  return {
    name: "declared-pages",
    resolveId: (id) => (id === PAGES || id.startsWith(`${PAGES}/`) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${PAGES}`)) return undefined;
      const files = roomFiles();
      for (const file of [PLANNED, ...files.values()]) this.addWatchFile(file);
      return { code: codeOf(id.slice(PAGES.length + 2), files), moduleType: "js" };
    },
  };
}

/** The module behind `virtual:pages`, by the rest of its name. */
function codeOf(name: string, files: Map<string, string>): string {
  if (name === "") return loaders([...files.keys()]);
  if (name === "index") return parsed(indexOf(readPages()));
  if (name === "all") return parsed(readPages());
  const file = files.get(name.slice("room/".length));
  if (!file) throw new Error(`no room declares pages under ${name}`);
  const { lists, forms, boards } = readRoomFile(file);
  return parsed({ lists, forms, boards });
}

function loaders(rooms: string[]): string {
  const each = rooms.map((room) => `${JSON.stringify(room)}: () => import("${PAGES}/room/${room}")`);
  return `export const loadIndex = () => import("${PAGES}/index");\nexport const ROOMS = { ${each.join(", ")} };\n`;
}

/** A browser reads a text of JSON faster than a script. */
function parsed(value: unknown): string {
  const json = JSON.stringify(value, (name, member: unknown) => (UNUSED.has(name) ? undefined : member));
  return `export default JSON.parse(${JSON.stringify(json)});\n`;
}
