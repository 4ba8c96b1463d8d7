/** The texts of a label in the languages beside Chinese and English: one line each. */
import type { LanguageChoice } from "@/platform/boot";
import { FormGrid } from "@/platform/forms/form-body";
import { FormField } from "@/platform/forms/form-field";
import type { SectionProps } from "@/platform/forms/form-overrides";
import { isShipped, languages } from "@/platform/i18n";

const TEXT_MAX = 200;

export function furtherLanguages(): LanguageChoice[] {
  return languages().filter(({ id }) => !isShipped(id));
}

export function TextsSection({ form, readOnly }: SectionProps) {
  return (
    <FormGrid>
      {furtherLanguages().map(({ id, paramText }) => (
        <FormField
          key={id}
          form={form}
          field={{ name: `texts.${id}`, label: { zh: paramText, en: paramText }, kind: "text", maxLength: TEXT_MAX }}
          readOnly={readOnly}
        />
      ))}
    </FormGrid>
  );
}
