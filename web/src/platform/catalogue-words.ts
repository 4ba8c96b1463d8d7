/**
 * The words of the application itself as the platform and the company want them: what differs from the bundled
 * catalogues, kept in the browser for each company and language until the server's version of the words changes.
 */
import { get } from "@/platform/call/client";
import { type RoomWords, asLanguage, chosenLanguage, isShipped, layWords, setLanguage } from "@/platform/i18n";
import { session } from "@/platform/session";
import { KEY, read, readJson, writeJson } from "@/platform/storage";

interface Told {
  version: string;
  words: RoomWords;
}

const NOTHING: Told = { version: "", words: {} };

/** Before a log-in the platform's words count, behind it those of the company. */
function keyOf(code: string): string {
  return ["catalogue", session.token() ? (read(KEY.orgId) ?? "") : "", code].join(":");
}

/**
 * Shows everything in a language. What the browser keeps of its words is there at once; only a language that is not
 * shipped waits for them when it is chosen the first time.
 */
export async function openLanguage(asked: string): Promise<void> {
  const code = asLanguage(asked);
  const kept = readJson<Told | null>(keyOf(code), null);
  if (kept || isShipped(code)) layWords(code, kept?.words ?? {});
  else await refreshCatalogue("", code);
  await setLanguage(code);
}

/** Asks for the words of a language unless those of this version are kept already; empty: whatever is kept. */
export async function refreshCatalogue(version = "", code = chosenLanguage()): Promise<void> {
  const key = keyOf(code);
  const kept = readJson<Told>(key, NOTHING);
  if (version && kept.version === version) return layWords(code, kept.words);
  try {
    const path = session.token() ? "/hrs/language/client" : "/hrs/language/client/public";
    const told = await get<Told>(path, { languageCode: code }, { quiet: true });
    // Meanwhile somebody may have logged in or out.
    if (keyOf(code) !== key) return;
    writeJson(key, told);
    layWords(code, told.words);
  } catch {
    // Without an answer the kept words do, and without those the bundled ones.
  }
}
