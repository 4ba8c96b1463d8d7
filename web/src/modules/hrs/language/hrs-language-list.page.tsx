/** /hrs_language_list 语言列表: what users may choose from. */
import { get } from "@/platform/call/client";
import type { LanguageChoice } from "@/platform/boot";
import { knowLanguages } from "@/platform/i18n";
import { definePage } from "@/platform/page-registry";

/** The switches of this page offer the list as it is now; other pages do when they are loaded again. */
async function takeOver(): Promise<void> {
  const told = await get<{ languages: LanguageChoice[] }>("/hrs/platform/public", undefined, { quiet: true }).catch(() => null);
  if (told) knowLanguages(told.languages);
}

export default definePage({ form: { saved: () => void takeOver() } });
