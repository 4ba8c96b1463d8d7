import { staticData } from "@/platform/static-data";

/** Dialling codes by region; the names come from the browser's own tables in the language of the page. */
const REGIONS: [code: string, region: string][] = [
  ["86", "CN"], ["852", "HK"], ["853", "MO"], ["886", "TW"], ["81", "JP"], ["82", "KR"], ["65", "SG"], ["60", "MY"],
  ["66", "TH"], ["84", "VN"], ["63", "PH"], ["62", "ID"], ["855", "KH"], ["856", "LA"], ["95", "MM"], ["91", "IN"],
  ["92", "PK"], ["880", "BD"], ["94", "LK"], ["971", "AE"], ["966", "SA"], ["974", "QA"], ["972", "IL"], ["90", "TR"],
  ["7", "RU"], ["998", "UZ"], ["49", "DE"], ["33", "FR"], ["44", "GB"], ["39", "IT"], ["34", "ES"], ["31", "NL"],
  ["32", "BE"], ["352", "LU"], ["41", "CH"], ["43", "AT"], ["48", "PL"], ["36", "HU"], ["420", "CZ"], ["46", "SE"],
  ["47", "NO"], ["45", "DK"], ["358", "FI"], ["1", "US"], ["52", "MX"], ["55", "BR"], ["56", "CL"], ["57", "CO"],
  ["51", "PE"], ["61", "AU"], ["64", "NZ"], ["27", "ZA"], ["20", "EG"], ["254", "KE"], ["234", "NG"], ["251", "ET"],
];

export const DEFAULT_DIALLING = "86";

/** Those most users have; below them the codes of all other countries, from the second visit on. */
export function diallingOptions(language: string): { code: string; text: string }[] {
  const names = new Intl.DisplayNames([language], { type: "region" });
  const listed = new Set(REGIONS.map(([code]) => code));
  const all: [string, string][] = [...REGIONS];
  for (const { dial, code } of staticData("countries")) {
    // Several countries may share a code.
    if (dial && !listed.has(dial)) all.push([dial, code]);
    listed.add(dial);
  }
  return all.map(([code, region]) => ({ code, text: `+${code} ${names.of(region) ?? region}` }));
}
