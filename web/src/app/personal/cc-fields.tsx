import { ChoiceField } from "@/app/personal/choice-field";
import { useColleagues } from "@/app/personal/choices";
import { CC_LISTS } from "@/app/personal/personal-model";
import { FormGrid } from "@/platform/forms/form-body";
import type { FormStore } from "@/platform/forms/form-store";
import { useText } from "@/platform/i18n";

/** 默认抄送人: who gets a copy of what the user sends. */
export function CcFields({ form }: { form: FormStore }) {
  const t = useText();
  const colleagues = useColleagues();
  return (
    <FormGrid columns={2}>
      {CC_LISTS.map((path) => (
        <ChoiceField
          key={path}
          form={form}
          path={path}
          label={t(`personal:field.${path}`)}
          choices={colleagues}
          clearable
          multiple
        />
      ))}
    </FormGrid>
  );
}
