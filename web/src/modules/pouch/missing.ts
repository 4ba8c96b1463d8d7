/** Documents a pouch needs and has not, by the rule of the server. */
import type { Values } from "@/platform/forms/form-store";
import { labelText } from "@/platform/i18n";
import { declaredForm } from "@/platform/page-registry";

/** House waybills are told apart by their numbers, other documents are needed once. */
const HOUSE = "分运单";

export interface Needed {
  docType: string;
  docNo: string;
}

const text = (row: Values, name: string): string => String(row[name] ?? "").trim();
const hasPaper = (row: Values): boolean => Number(row["originals"] ?? 0) > 0 || Boolean(row["fileId"]);

function isOf(row: Values, { docType, docNo }: Needed): boolean {
  if (text(row, "docType") !== docType) return false;
  return docNo === "" || text(row, "docNo").toUpperCase() === docNo.toUpperCase();
}

/** What of the needed documents is not there on paper and has no file, each once. */
export function lacking(needed: Values[], held: Values[]): Needed[] {
  const found: Needed[] = [];
  for (const row of needed) {
    const wanted = { docType: text(row, "docType"), docNo: text(row, "docNo") };
    if (held.some((each) => isOf(each, wanted) && hasPaper(each))) continue;
    if (found.some((each) => nameOf(each) === nameOf(wanted))) continue;
    found.push(wanted);
  }
  return found;
}

/** Whether a row stands for one of the missing documents. */
export function isMissing(row: Values, missing: Needed[]): boolean {
  return !hasPaper(row) && missing.some((each) => isOf(row, each));
}

/** Needed documents no row stands for yet. */
export function absent(needed: Values[], held: Values[]): Values[] {
  const isThere = (row: Values) => {
    if (row["fileId"]) return held.some((each) => each["fileId"] === row["fileId"]);
    return held.some((each) => isOf(each, { docType: text(row, "docType"), docNo: text(row, "docNo") }));
  };
  return needed.filter((row) => !isThere(row));
}

/** The documents of a stored text: `主运单、分运单 HA001`. */
export function parsed(stored: unknown): Needed[] {
  const words = String(stored ?? "").split("、").filter(Boolean);
  return words.map((word) => {
    const [docType = "", ...rest] = word.split(" ");
    return { docType, docNo: rest.join(" ") };
  });
}

function nameOf({ docType, docNo }: Needed): string {
  return docType === HOUSE ? `${docType} ${docNo}`.trim() : docType;
}

/** A missing document in the language of the page. */
export function shownName(missing: Needed): string {
  const sections = declaredForm("af.cargo-pouch.form")?.sections ?? [];
  const types = sections.find(({ key }) => key === "documents")?.fields.find(({ name }) => name === "docType");
  const label = types?.options?.find(({ value }) => value === missing.docType)?.label;
  return nameOf(missing).replace(missing.docType, labelText(label) || missing.docType);
}
