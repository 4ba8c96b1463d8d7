/**
 * Texts: Chinese by default, English complete. One namespace per room: `af:order.title`. A language the deployment added
 * leans on one of the two for what has no text of its own.
 */
import i18next, { type TOptions } from "i18next";
import { initReactI18next, useTranslation } from "react-i18next";
import type { Label } from "@/platform/contract";
import { type LanguageChoice, boot } from "@/platform/boot";
import { KEY, read, write } from "@/platform/storage";
import zhApp from "@/i18n/zh/app.json";
import zhPlatform from "@/i18n/zh/platform.json";

export const DEFAULT_LANGUAGE = "zh-CN";
/** A language the product comes with. */
export type Language = LanguageChoice["base"];

const SHIPPED: LanguageChoice[] = [
  { id: "zh-CN", paramText: "简体中文", base: "zh-CN" },
  { id: "en-US", paramText: "English", base: "en-US" },
];

type Texts = Record<string, unknown>;
const LAZY = import.meta.glob<{ default: Texts }>("../i18n/*/*.json");

/** Texts by room and key, as the platform and the company want them over the bundled ones. */
export type RoomWords = Record<string, Record<string, string>>;

/** The bundled catalogues that are loaded, by language and room. */
const catalogues = new Map<string, Texts>([
  ["zh-CN/platform", zhPlatform],
  ["zh-CN/app", zhApp],
]);
/** What lies over them, by the code of the language that is shown. */
const laid = new Map<string, RoomWords>();
let listed: LanguageChoice[] | null = null;

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

/** The languages one may choose, each in its own words. */
export function languages(): LanguageChoice[] {
  return listed ?? boot().languages ?? SHIPPED;
}

/** The list as it is since the page was loaded; nothing: as the page was told. */
export function knowLanguages(list: LanguageChoice[] | null): void {
  listed = list;
}

export function isShipped(code: string): code is Language {
  return SHIPPED.some(({ id }) => id === code);
}

/** A language in its own words. */
export function languageName(code: string): string {
  return languages().find(({ id }) => id === code)?.paramText ?? code;
}

/** The shipped language behind a language. */
export function baseOf(code: string): Language {
  if (isShipped(code)) return code;
  return languages().find(({ id }) => id === code)?.base ?? DEFAULT_LANGUAGE;
}

/** What was chosen here, what it leaned on where it is offered no more, else what the platform begins with. */
export function storedLanguage(): string {
  const chosen = [read(KEY.pageLanguage), read(KEY.baseLanguage), boot().defaultLanguage];
  return asLanguage(chosen.find((code) => code && isListed(code)));
}

function isListed(code: string): boolean {
  return languages().some(({ id }) => id === code);
}

export function asLanguage(value: string | null | undefined): string {
  return value && isListed(value) ? value : DEFAULT_LANGUAGE;
}

/** The language that is shown. */
export function chosenLanguage(): string {
  return asLanguage(i18next.language);
}

/** The shipped language behind it: of names in two languages, and of what the server says. */
export function language(): Language {
  return baseOf(chosenLanguage());
}

/** Loads the texts of a room in the current language (and Chinese, to fall back on). */
export async function loadRoom(room: string): Promise<void> {
  loadedRooms.add(room);
  await Promise.all([...new Set([DEFAULT_LANGUAGE, chosenLanguage()])].map((code) => loadCatalogue(code, room)));
}

async function loadCatalogue(code: string, room: string): Promise<void> {
  if (i18next.hasResourceBundle(code, room)) return;
  const bundled = await bundledOf(baseOf(code), room);
  if (bundled) i18next.addResourceBundle(code, room, withWords(bundled, laid.get(code)?.[room]));
}

async function bundledOf(base: Language, room: string): Promise<Texts | undefined> {
  const key = `${base}/${room}`;
  const known = catalogues.get(key);
  if (known) return known;
  const texts = (await LAZY[`../i18n/${base.slice(0, 2)}/${room}.json`]?.())?.default;
  if (texts) catalogues.set(key, texts);
  return texts;
}

/** A catalogue with other texts under some of its keys, `group.key`. */
function withWords(texts: Texts, words: Record<string, string> | undefined): Texts {
  if (!words) return texts;
  const all = structuredClone(texts);
  for (const [key, text] of Object.entries(words)) {
    const path = key.split(".");
    const last = path.pop() ?? "";
    const group = path.reduce<Texts | undefined>((at, name) => at?.[name] as Texts | undefined, all);
    if (group && typeof group[last] === "string") group[last] = text;
  }
  return all;
}

/** Lays words over the catalogues of a language, in place of those that lay there; what is shown changes at once. */
export function layWords(code: string, words: RoomWords): void {
  const before = laid.get(code) ?? {};
  if (JSON.stringify(before) === JSON.stringify(words)) return;
  laid.set(code, words);
  for (const room of new Set([...Object.keys(before), ...Object.keys(words)])) {
    const bundled = catalogues.get(`${baseOf(code)}/${room}`);
    if (bundled && i18next.hasResourceBundle(code, room)) {
      i18next.addResourceBundle(code, room, withWords(bundled, words[room]), false, true);
    }
  }
  if (code === chosenLanguage()) void i18next.changeLanguage(code);
}

/** Changes the language at once, keeps it for the next visit. */
export async function setLanguage(code: string): Promise<void> {
  const next = asLanguage(code);
  await Promise.all([...loadedRooms].map((room) => loadCatalogue(next, room)));
  write(KEY.pageLanguage, next);
  write(KEY.baseLanguage, baseOf(next));
  document.documentElement.lang = next;
  await i18next.changeLanguage(next);
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
let rewordings = new WeakMap<Label, Record<string, string>>();

/** Another text for a declared label in a language. */
export function reword(label: Label, lang: string, text: string): void {
  rewordings.set(label, { ...rewordings.get(label), [lang]: text });
}

/** Back to the declared texts. */
export function forgetRewording(): void {
  rewordings = new WeakMap();
}

/** The text of a declared label in the current language. */
export function labelText(label: Label | undefined): string {
  if (!label) return "";
  const reworded = rewordings.get(label)?.[chosenLanguage()];
  if (reworded) return reworded;
  return language() === "en-US" ? label.en || label.zh : label.zh;
}

/** As `labelText`, and follows a change of language. */
export function useLabel(): (label: Label | undefined) => string {
  useTranslation(undefined, { useSuspense: false });
  return labelText;
}
