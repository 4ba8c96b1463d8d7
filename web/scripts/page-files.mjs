// The committed declarations of pages: a file for each room, and the pages the menu plans.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { readRoom } from "./read-room.mjs";

const CONTRACT = join(import.meta.dirname, "../../contract");
export const PLANNED = join(CONTRACT, "planned-pages.tsv");
const ROOMS = join(CONTRACT, "pages");

/** The file of each room, by its name. */
export function roomFiles() {
  const files = readdirSync(ROOMS).filter((file) => file.endsWith(".txt"));
  return new Map(files.toSorted().map((file) => [file.slice(0, -".txt".length), join(ROOMS, file)]));
}

/** The lists, forms and boards of a room, and the sum written over them. */
export const readRoomFile = (file) => readRoom(readFileSync(file, "utf8"));

/** All that is declared. */
export function readPages() {
  const rooms = [...roomFiles().values()].map(readRoomFile);
  const lines = readFileSync(PLANNED, "utf8").split("\n").filter(Boolean);
  return {
    lists: rooms.flatMap(({ lists }) => lists),
    forms: rooms.flatMap(({ forms }) => forms),
    boards: rooms.flatMap(({ boards }) => boards),
    planned: lines.map((line) => line.split("\t")[0]),
  };
}
