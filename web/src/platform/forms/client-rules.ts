/** The limits of a declaration the client can judge while typing; everything else is the server's. */
import { type Field, type Finding, holds, standing } from "@/platform/contract";
import { parseDay, parseInstant } from "@/platform/fields/typed-day";
import { asNumber } from "@/platform/format";
import { labelText, translate } from "@/platform/i18n";
import { isEmpty } from "@/platform/nothing";

/** Fields chosen rather than typed are asked for with another word. */
const CHOSEN = new Set(["select", "reference", "multi", "day", "instant", "bool", "color", "picture"]);

/** The first broken limit of a value, as a sentence, or null. */
export function fieldFinding(field: Field, value: unknown): string | null {
  const label = labelText(field.label);
  if (isEmpty(value)) {
    if (!field.required) return null;
    return translate(CHOSEN.has(field.kind) ? "platform:form.requiredChoice" : "platform:form.required", { label });
  }
  if (field.kind === "int" || field.kind === "decimal") return numberFinding(field, value, label);
  if (field.kind === "day" || field.kind === "instant") return dayFinding(field, value);
  return typeof value === "string" ? textFinding(field, value, label) : null;
}

/** A day that could not be read is kept as typed, and refused here. */
function dayFinding(field: Field, value: unknown): string | null {
  const parsed = field.kind === "day" ? parseDay(String(value)) : parseInstant(String(value));
  return parsed === null ? translate("platform:form.notDay") : null;
}

function textFinding(field: Field, value: string, label: string): string | null {
  // A limit counts characters, as the server does, not the halves of an emoji.
  if (field.maxLength !== undefined && [...value].length > field.maxLength) {
    return translate("platform:form.tooLong", { label, max: field.maxLength });
  }
  if (field.pattern && !new RegExp(`^(?:${field.pattern})$`, "u").test(value)) {
    return labelText(field.patternMessage) || translate("platform:form.pattern", { label });
  }
  return null;
}

function numberFinding(field: Field, value: unknown, label: string): string | null {
  const number = asNumber(value);
  if (number === null) return translate("platform:form.notNumber");
  if (field.min !== undefined && number < field.min) return translate("platform:form.tooSmall", { label, min: field.min });
  if (field.max !== undefined && number > field.max) return translate("platform:form.tooLarge", { label, max: field.max });
  const digits = field.kind === "int" ? 0 : field.digits;
  if (digits !== undefined && decimalsOf(number) > digits) return translate("platform:form.digits", { label, digits });
  return null;
}

function decimalsOf(number: number): number {
  return String(number).split(".")[1]?.length ?? 0;
}

/** Findings of all shown fields, all at once. */
export function clientFindings(fields: Field[], values: Record<string, unknown>): Finding[] {
  return fields
    .filter((field) => holds(field.when, values))
    .map((field) => standing(field, values))
    .filter((field) => !field.readOnly)
    .flatMap((field) => {
      const message = fieldFinding(field, values[field.name]);
      return message ? [{ field: field.name, severity: "error" as const, key: "client", message }] : [];
    });
}
