/**
 * Reference data every page may want: airlines, countries, cities. Fetched once when the application starts, kept in
 * local storage and used from there after a reload; a file that does not come keeps nothing from working.
 */
import { boot } from "@/platform/boot";
import { readJson, writeJson } from "@/platform/storage";

export const STATIC_FILES = ["airlines", "countries", "hotCitiesImport", "hotCitiesExport"] as const;
export type StaticFile = (typeof STATIC_FILES)[number];

const keyOf = (name: StaticFile) => `static.${name}`;

/** What was fetched last, also by an earlier visit. */
export function staticData<T>(name: StaticFile): T[] {
  return readJson<T[]>(keyOf(name), []);
}

export async function fetchStaticData(): Promise<void> {
  await Promise.allSettled(STATIC_FILES.map(fetchOne));
}

async function fetchOne(name: StaticFile): Promise<void> {
  const response = await fetch(`${boot().staticHost ?? ""}/static/${name}.json`);
  const rows: unknown = await response.json();
  if (response.ok && Array.isArray(rows)) writeJson(keyOf(name), rows);
}
