// A field of the customer information form, found by its place in the sheet.

import { createContext, useContext } from "react";
import { textAt, type Sheet } from "./customer-sheet";
import { Field, type Option } from "./form";
import { useSpeech, type Key, type Language } from "./i18n";
import type { Choice } from "./i18n/customer";

/** The form around its fields. */
export interface Filling {
  sheet: Sheet;
  /** What is wrong, by place. */
  faults: Record<string, string>;
  put: (path: string, value: unknown) => void;
}

export const FillingContext = createContext<Filling | undefined>(undefined);

/** The form around a field. */
export function useFilling(): Filling {
  const filling = useContext(FillingContext);
  if (!filling) throw new Error("A field of the sheet stands in its form");
  return filling;
}

/** The entries of a choice in a language; their values stay the server's. */
export function optionsOf(choices: readonly Choice[], language: Language): Option[] {
  return choices.map(([value, english]) => ({ value, name: language === "zh-CN" ? value : english }));
}

interface Props {
  path: string;
  label: Key;
  required?: boolean;
  max?: number;
  type?: "tel" | "email";
  choices?: readonly Choice[];
}

/** One field of the sheet. */
export function SheetField({ path, label, choices, ...rest }: Props) {
  const { t, language } = useSpeech();
  const { sheet, faults, put } = useFilling();
  return (
    <Field
      label={t(label)}
      value={textAt(sheet, path)}
      change={(value) => put(path, value)}
      fault={faults[path]}
      options={choices && optionsOf(choices, language)}
      {...rest}
    />
  );
}
