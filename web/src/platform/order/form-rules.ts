/** What the company decided about its order form: fewer choices, further required fields. */
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { get } from "@/platform/call/client";
import type { Field, Section } from "@/platform/contract";

export interface FormRules {
  /** Values a field offers, by its name. */
  offered: Record<string, string[]>;
  required: string[];
}

export function applyRules(sections: Section[], rules: FormRules): Section[] {
  const shaped = (field: Field): Field => {
    const offered = rules.offered[field.name];
    const options = offered && field.options ? { options: field.options.filter(({ value }) => offered.includes(value)) } : {};
    return { ...field, ...options, ...(rules.required.includes(field.name) ? { required: true } : {}) };
  };
  return sections.map((section) => ({ ...section, fields: section.fields.map(shaped) }));
}

/** The declared sections as the company wants them, by the rules at `base`; the declared ones until they are known. */
export function useFormRules(base: string, sections: Section[]): Section[] {
  const { data } = useQuery({
    queryKey: ["order-form-rules", base],
    queryFn: () => get<FormRules>(`${base}/formRules`, undefined, { quiet: true }),
  });
  return useMemo(() => (data ? applyRules(sections, data) : sections), [sections, data]);
}
