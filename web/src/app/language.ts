/** Changing the language of the page that is open. */
import { type Language, setLanguage } from "@/platform/i18n";
import { loadContract } from "@/platform/page-registry";
import { wordPage } from "@/platform/page-words";

/** Shows everything in another language at once, with the company's own words, and keeps it on this device. */
export async function switchLanguage(next: Language): Promise<void> {
  await wordPage(await loadContract(), window.location.pathname, next);
  await setLanguage(next);
}
