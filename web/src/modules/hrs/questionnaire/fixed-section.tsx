import { isDraft } from "@/modules/hrs/questionnaire/question-model";
import { FormGrid } from "@/platform/forms/form-body";
import { FormField } from "@/platform/forms/form-field";
import type { SectionProps } from "@/platform/forms/form-overrides";
import { useValue } from "@/platform/forms/form-store";

/** The audience that consists of what a field names. */
const AUDIENCE_OF: Record<string, string> = { orgIds: "3", editionCodes: "4" };

/** Fields of a questionnaire: companies and editions where they are the audience; once published all but its end is fixed. */
export function FixedSection({ section, form, readOnly }: SectionProps) {
  const push = String(useValue<string | number | null>(form, "pushType") ?? "");
  const draft = isDraft(useValue(form, "status"));
  const fields = section.fields.filter(({ name }) => (AUDIENCE_OF[name] ?? push) === push);
  return (
    <FormGrid columns={section.columns}>
      {fields.map((field) => (
        <FormField key={field.name} form={form} field={field} readOnly={readOnly || (!draft && field.name !== "endAt")} />
      ))}
    </FormGrid>
  );
}
