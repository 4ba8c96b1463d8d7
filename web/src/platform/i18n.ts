/** Texts: Chinese by default, English complete. One namespace per room: `af:order.title`. */
import i18next, { type TOptions } from "i18next";
import { initReactI18next, useTranslation } from "react-i18next";
import type { Label } from "@/platform/contract";
import { boot } from "@/platform/boot";
import { KEY, read, write } from "@/platform/storage";
import zhApp from "@/i18n/zh/app.json";
import zhPlatform from "@/i18n/zh/platform.json";

export const DEFAULT_LANGUAGE = "zh-CN";
export const LANGUAGES = ["zh-CN", "en-US"] as const;
export type Language = (typeof LANGUAGES)[number];
/** Each language in its own words. */
export const LANGUAGE_NAMES: Record<Language, string> = { "zh-CN": "简体中文", "en-US": "English" };

type Catalogue = { default: Record<string, unknown> };
const LAZY = import.meta.glob<Catalogue>("../i18n/*/*.json");

// Chinese of the shell comes with the first script; everything else when it is needed.
void i18next.use(initReactI18next).init({
  lng: storedLanguage(),
  fallbackLng: DEFAULT_LANGUAGE,
  ns: ["platform", "app"],
  defaultNS: "platform",
  resources: { "zh-CN": { platform: zhPlatform, app: zhApp } },
  partialBundledLanguages: true,
  interpolation: { escapeValue: false, prefix: "{", suffix: "}" },
  react: { useSuspense: false },
  returnNull: false,
  initAsync: false,
});

const loadedRooms = new Set(["platform", "app"]);

/** What was chosen here, else what the platform begins with. */
export function storedLanguage(): Language {
  return asLanguage(read(KEY.pageLanguage) ?? boot().defaultLanguage);
}

export function asLanguage(value: string | null | undefined): Language {
  return value === "en-US" ? "en-US" : DEFAULT_LANGUAGE;
}

export function language(): Language {
  return asLanguage(i18next.language);
}

/** Loads the texts of a room in the current language (and Chinese, to fall back on). */
export async function loadRoom(room: string): Promise<void> {
  loadedRooms.add(room);
  const wanted: Language[] = language() === DEFAULT_LANGUAGE ? [DEFAULT_LANGUAGE] : [DEFAULT_LANGUAGE, language()];
  await Promise.all(wanted.map((lang) => loadCatalogue(lang, room)));
}

async function loadCatalogue(lang: Language, room: string): Promise<void> {
  if (i18next.hasResourceBundle(lang, room)) return;
  const load = LAZY[`../i18n/${lang.slice(0, 2)}/${room}.json`];
  if (load) i18next.addResourceBundle(lang, room, (await load()).default);
}

/** Changes the language at once, keeps it for the next visit. */
export async function setLanguage(next: Language): Promise<void> {
  await Promise.all([...loadedRooms].map((room) => loadCatalogue(next, room)));
  write(KEY.pageLanguage, next);
  document.documentElement.lang = next;
  await i18next.changeLanguage(next);
}

/** Loads what the stored language needs before the first screen. */
export async function startLanguage(): Promise<void> {
  await setLanguage(storedLanguage());
}

/** A text outside React. */
export function translate(key: string, values?: TOptions): string {
  return i18next.t(key, values ?? {});
}

/** A text of the catalogue where a declared label is asked for. */
export function labelPair(key: string): Label {
  const text = translate(key);
  return { zh: text, en: text };
}

export type Translate = (key: string, values?: TOptions) => string;

/** The text function of a component: `const t = useText(); t("af:order.title")`. */
export function useText(): Translate {
  return useTranslation(undefined, { useSuspense: false }).t as unknown as Translate;
}

// What a company calls the declared things, by label and language.
let rewordings = new WeakMap<Label, Partial<Record<Language, string>>>();

/** Another text for a declared label in a language. */
export function reword(label: Label, lang: Language, text: string): void {
  rewordings.set(label, { ...rewordings.get(label), [lang]: text });
}

/** Back to the declared texts. */
export function forgetRewording(): void {
  rewordings = new WeakMap();
}

/** The text of a declared label in the current language. */
export function labelText(label: Label | undefined): string {
  if (!label) return "";
  const reworded = rewordings.get(label)?.[language()];
  if (reworded) return reworded;
  return language() === "en-US" ? label.en || label.zh : label.zh;
}

/** As `labelText`, and follows a change of language. */
export function useLabel(): (label: Label | undefined) => string {
  useTranslation(undefined, { useSuspense: false });
  return labelText;
}
