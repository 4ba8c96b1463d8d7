/** What was typed or pasted into a sheet and is not what its column holds: it stays, to be seen and put right. */
import type { Field } from "@/platform/contract";
import { labelMember } from "@/platform/fields/editor-props";
import type { Values } from "@/platform/forms/form-store";
import { translate } from "@/platform/i18n";
import { isNothing } from "@/platform/nothing";

/** The text of a reference nobody has found yet: words without the value they stand for. */
export function unreadReference({ name }: Pick<Field, "name">, row: Values): string | null {
  const words = row[labelMember(name)];
  return isNothing(row[name]) && typeof words === "string" && words !== "" ? words : null;
}

/** Why the text of a cell could not be read, or null. */
export function unreadFinding(field: Field, row: Values): string | null {
  const value = row[field.name];
  if (field.kind === "reference") {
    const text = unreadReference(field, row);
    return text === null ? null : translate("platform:form.notMatched", { text });
  }
  if (isNothing(value)) return null;
  if (field.kind === "bool") return typeof value === "boolean" ? null : translate("platform:form.notBool");
  if ((field.kind !== "select" && field.kind !== "multi") || !field.options) return null;
  const known = new Set(field.options.map((option) => option.value));
  const unknown = (Array.isArray(value) ? value : [value]).find((each) => !known.has(String(each)));
  return unknown === undefined ? null : translate("platform:form.notOption", { text: String(unknown) });
}
