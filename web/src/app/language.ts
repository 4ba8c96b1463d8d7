/** Changing the language of the page that is open. */
import { openLanguage } from "@/platform/catalogue-words";
import { put } from "@/platform/call/client";
import { pagesAt } from "@/platform/page-registry";
import { wordPage } from "@/platform/page-words";

/** Shows everything in another language at once, with the company's own words, and keeps it on this device. */
export async function switchLanguage(next: string): Promise<void> {
  const { pathname } = window.location;
  await wordPage(await pagesAt(pathname), pathname, next);
  await openLanguage(next);
}

/** The same, and for the account: the choice holds on this device even when it can't be kept there. */
export async function chooseLanguage(next: string): Promise<void> {
  await switchLanguage(next);
  await put("/hrs/user/pageLanguage", { pageLanguage: next }, { quiet: true }).catch(() => undefined);
}
