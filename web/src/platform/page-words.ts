/**
 * The words of a page as the platform and the company want them, over the declared ones: one map per page and
 * language, kept in the browser until the server's version of the words changes.
 */
import { get } from "@/platform/call/client";
import { refreshCatalogue } from "@/platform/catalogue-words";
import type { Contract, Field, FormPage, Label, ListPage } from "@/platform/contract";
import { chosenLanguage, forgetRewording, reword } from "@/platform/i18n";
import { session } from "@/platform/session";
import { KEY, drop, keysWith, read, readJson, write, writeJson } from "@/platform/storage";

type Words = Record<string, string>;

const PREFIX = "words:";

let checked: Promise<void> | null = null;

/** Drops the kept maps when the words have changed since; asked once per load of the application. */
export function ensureWords(): Promise<void> {
  checked ??= compareVersion();
  return checked;
}

/** A log-out: the next user may belong to another company. */
export function forgetWords(): void {
  checked = null;
  forgetRewording();
}

async function compareVersion(): Promise<void> {
  try {
    const { version } = await get<{ version: string }>("/hrs/language/version", undefined, { quiet: true });
    void refreshCatalogue(version);
    const current = `${read(KEY.orgId) ?? ""}/${version}`;
    if (read(KEY.wordsVersion) === current) return;
    keysWith(PREFIX).forEach(drop);
    write(KEY.wordsVersion, current);
  } catch {
    // Without an answer the kept words do, and without those the built-in ones.
  }
}

/** Lays the words of the page at a path over its declarations. */
export async function wordPage(contract: Contract, path: string, lang = chosenLanguage()): Promise<void> {
  if (!session.token()) return;
  const list = contract.lists.find((each) => each.path === path);
  const forms = contract.forms.filter((each) => (each.path ? each.path === path : list?.form === each.key));
  if (!list && forms.length === 0) return;
  const words = await wordsOf(path.replace(/^\//, ""), lang);
  const put = putter(words, lang);
  if (list) wordList(list, put);
  for (const form of forms) wordForm(form, put);
}

async function wordsOf(page: string, lang: string): Promise<Words> {
  await ensureWords();
  const key = `${PREFIX}${lang}:${page}`;
  const kept = readJson<Words | null>(key, null);
  if (kept) return kept;
  try {
    const params = { pageType: page, languageCode: lang };
    const words = await get<Words>("/hrs/language/pages", params, { quiet: true });
    writeJson(key, words);
    return words;
  } catch {
    return {};
  }
}

type Put = (label: Label, name: string) => void;

function wordList(list: ListPage, put: Put): void {
  put(list.title, "title");
  for (const field of [...list.columns, ...list.filters]) put(field.label, field.name);
  for (const filter of list.filters) if (filter.field.label) put(filter.field.label, filter.name);
  for (const button of list.buttons) put(button.label, button.code);
}

function wordForm(form: FormPage, put: Put): void {
  put(form.title, "title");
  for (const section of form.sections) {
    put(section.label, `section.${section.key}`);
    section.fields.forEach((field: Field) => put(field.label, field.name));
  }
}

/**
 * Rewords labels under the keys the server gave them: the name of a part, or the name with a number where the page
 * has that name for another word already.
 */
function putter(words: Words, lang: string): Put {
  const declared = new Map<string, Label>();
  return (label, name) => {
    if (!label.zh) return;
    const key = keyOf(declared, name, label);
    declared.set(key, label);
    const text = words[key];
    if (text) reword(label, lang, text);
  };
}

function keyOf(declared: Map<string, Label>, name: string, label: Label): string {
  for (let number = 1; ; number++) {
    const key = number === 1 ? name : `${name}.${number}`;
    const known = declared.get(key);
    if (!known || (known.zh === label.zh && known.en === label.en)) return key;
  }
}
