/**
 * Reference data every page may want: airlines, countries, cities. Fetched once when the application starts, kept in
 * local storage and used from there after a reload; a file that does not come keeps nothing from working.
 */
import { boot } from "@/platform/boot";
import { language } from "@/platform/i18n";
import { readJson, writeJson } from "@/platform/storage";

/** Rows of the files. A prefix is the first three digits of an airline's waybills; a dialling code has no plus sign. */
interface Rows {
  airlines: { code: string; prefix: string; nameCn: string; nameEn: string };
  countries: { code: string; nameCn: string; nameEn: string; dial: string };
  hotCitiesImport: City;
  hotCitiesExport: City;
}

/** A city of cargo airports; its code is the airport's. */
interface City {
  code: string;
  cityCn: string;
  cityEn: string;
  country: string;
}

const STATIC_FILES = ["airlines", "countries", "hotCitiesImport", "hotCitiesExport"] as const;
type StaticFile = (typeof STATIC_FILES)[number];

const keyOf = (name: StaticFile) => `static.${name}`;

/** What was fetched last, also by an earlier visit. */
export function staticData<Name extends StaticFile>(name: Name): Rows[Name][] {
  return readJson<Rows[Name][]>(keyOf(name), []);
}

/** The airline whose waybills begin with a prefix, in the language of the page; empty where none is known. */
export function airlineOf(prefix: string): string {
  const found = staticData("airlines").find((each) => each.prefix === prefix);
  return (found && (language() === "en-US" ? found.nameEn : found.nameCn)) || "";
}

export async function fetchStaticData(): Promise<void> {
  await Promise.allSettled(STATIC_FILES.map(fetchOne));
}

async function fetchOne(name: StaticFile): Promise<void> {
  const response = await fetch(`${boot().staticHost ?? ""}/static/${name}.json`);
  const rows: unknown = await response.json();
  if (response.ok && Array.isArray(rows)) writeJson(keyOf(name), rows);
}
