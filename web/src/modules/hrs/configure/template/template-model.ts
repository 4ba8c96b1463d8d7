/** Templates as their calls tell them. */
import type { Field, Label } from "@/platform/contract";

export type Format = "PDF" | "EXCEL";
export const LANGUAGES = ["zh", "en"] as const;
export type Language = (typeof LANGUAGES)[number];

/** A cell of the matrix: which paper, in which language, as what. */
export interface Place {
  businessScope: string;
  document: string;
  language: Language;
  format: Format;
}

export interface Revision extends Place {
  id: string;
  revision: number;
  active: boolean;
  fileName: string;
  createdAt: string;
  createdBy: string;
}

export interface Variable {
  name: string;
  label: Label;
  row: boolean;
}

export interface Templates {
  /** `scope`: the only one that has the paper. */
  papers: { name: string; label: Label; formats: Format[]; money: boolean; scope?: string | null }[];
  variables: Variable[];
  /** What the papers of a waybill may name instead. */
  waybillVariables?: Variable[];
  /** What letters may name as workbooks. */
  letterVariables?: Variable[];
  cells: Revision[];
  /** Fields of a layout. */
  fields: Field[];
}

export interface Layout extends Record<string, unknown> {
  columns: string[];
}

export const PATH = "/hrs/org/template";
export const KEY = ["org-template"];

/** The template in force of a cell; none: the platform's default. */
export const inForce = (cells: Revision[], place: Place): Revision | undefined =>
  cells.find(
    (cell) =>
      cell.businessScope === place.businessScope &&
      cell.document === place.document &&
      cell.language === place.language &&
      cell.format === place.format,
  );

/** A place as the parameters of a call. */
export const placeOf = ({ businessScope, document, language, format }: Place): Record<keyof Place, string> => ({ businessScope, document, language, format });

/** A list with one of its members a step up or down. */
export function moved(list: string[], name: string, step: 1 | -1): string[] {
  const from = list.indexOf(name);
  const to = from + step;
  const other = list[to];
  if (from < 0 || other === undefined) return list;
  return list.map((each, place) => (place === from ? other : place === to ? name : each));
}
