import type { Field, Option, Row } from "@/platform/contract";
import type { Values } from "@/platform/forms/form-store";
import { labelPair } from "@/platform/i18n";
import { declaredForm } from "@/platform/page-registry";

/** Each language in its own words, as its readers look for it. */
const LANGUAGES: Option[] = [
  { value: "zh-CN", label: { zh: "中文", en: "中文" } },
  { value: "en-US", label: { zh: "English", en: "English" } },
];

/** The fields of an invitation: of a known partner how it is reached, of another who it is besides. */
export function inviteFields(partner: Row | null): Field[] {
  const email: Field = {
    name: "email",
    kind: "text",
    maxLength: 80,
    pattern: "[^\\s@]+@[^\\s@]+",
    patternMessage: labelPair("prm:invite.emailForm"),
    label: labelPair("prm:invite.email"),
    help: labelPair("prm:invite.emailHelp"),
  };
  const language: Field = {
    name: "language",
    kind: "select",
    required: true,
    options: LANGUAGES,
    label: labelPair("prm:invite.language"),
  };
  if (partner) return [email, language];
  const identity = declaredForm("prm.coop.form")?.sections.flatMap(({ fields }) => fields) ?? [];
  const own = ["coopType", "coopName"].flatMap((name) => identity.find((field) => field.name === name) ?? []);
  return [...own, email, language];
}

export function inviteBody(partner: Row | null, body: Values): Values {
  return partner ? { coopId: partner.id, ...body } : body;
}
