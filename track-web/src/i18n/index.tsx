// The page's own small catalogue: Chinese by default, English for readers of other languages or by the switch.

import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from "react";
import { en } from "./en";
import { zh } from "./zh";
import type { zh as bill } from "./bill";
import type { zh as carriage } from "./carriage";
import type { zh as chat } from "./chat";
import type { zh as customer } from "./customer";
import type { zh as inquiry } from "./inquiry";
import type { zh as pouch } from "./pouch";

/** A text of the catalogue. Only those of the first page are here at once. */
export type Key =
  | keyof typeof zh
  | keyof typeof bill
  | keyof typeof carriage
  | keyof typeof chat
  | keyof typeof customer
  | keyof typeof inquiry
  | keyof typeof pouch;
/** A language of the page, as it goes into Accept-Language and the html element. */
export type Language = "zh-CN" | "en-US";
/** Looks a text up and fills its places in. */
export type Translate = (key: Key, values?: Record<string, string>) => string;

interface Speech {
  language: Language;
  t: Translate;
  choose: (language: Language) => void;
}

const CATALOGUES: Record<Language, Partial<Record<Key, string>>> = { "zh-CN": { ...zh }, "en-US": { ...en } };
/** Where the reader's own choice is kept. */
const CHOICE = "track.language";

const Context = createContext<Speech>({ language: "zh-CN", t: translator("zh-CN"), choose: () => {} });

/** Adds the texts of a page that comes when it is asked for. */
export function addTexts(chinese: Partial<Record<Key, string>>, english: Partial<Record<Key, string>>): void {
  Object.assign(CATALOGUES["zh-CN"], chinese);
  Object.assign(CATALOGUES["en-US"], english);
}

/** The catalogue's look-up in one language. */
export function translator(language: Language): Translate {
  return (key, values) => (CATALOGUES[language][key] ?? key).replace(/\{(\w+)\}/g, (_, name: string) => values?.[name] ?? "");
}

/** The language to begin with: the reader's earlier choice, else the browser's, else Chinese. */
export function firstLanguage(): Language {
  const wanted = stored() ?? navigator.language;
  return !wanted || /^zh\b/i.test(wanted) ? "zh-CN" : "en-US";
}

function stored(): string | null {
  try {
    return localStorage.getItem(CHOICE);
  } catch {
    // A browser may refuse storage to a page; the choice then lasts as long as the page.
    return null;
  }
}

function store(language: Language): void {
  try {
    localStorage.setItem(CHOICE, language);
  } catch {
    // See stored().
  }
}

/** Gives the texts to everything inside and tells the document its language. */
export function Speaking({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState(firstLanguage);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const speech = useMemo(
    () => ({
      language,
      t: translator(language),
      choose: (chosen: Language) => {
        store(chosen);
        setLanguage(chosen);
      },
    }),
    [language],
  );
  return <Context value={speech}>{children}</Context>;
}

/** The texts of the chosen language. */
export function useSpeech(): Speech {
  return useContext(Context);
}
