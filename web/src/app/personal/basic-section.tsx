import { ChoiceField } from "@/app/personal/choice-field";
import { useDiallingCodes, useLanguages } from "@/app/personal/choices";
import { YesNoField } from "@/app/personal/small-fields";
import type { Field } from "@/platform/contract";
import { FormGrid, FormSection } from "@/platform/forms/form-body";
import { FormField } from "@/platform/forms/form-field";
import type { FormStore } from "@/platform/forms/form-store";
import { labelPair, useText } from "@/platform/i18n";

interface BasicSectionProps {
  form: FormStore;
  /** Address and number can be given here, and not changed. */
  emailLocked: boolean;
  phoneLocked: boolean;
  areaLocked: boolean;
}

/** 基本信息: who the user is, and how he works with orders. */
export function BasicSection({ form, emailLocked, phoneLocked, areaLocked }: BasicSectionProps) {
  const t = useText();
  const text = (name: string, required = false): Field => ({
    name,
    kind: "text",
    required,
    label: labelPair(`personal:field.${name}`),
  });
  return (
    <FormSection section={{ key: "personal-basic", label: labelPair("personal:section.basic") }}>
      <FormGrid columns={3}>
        <FormField form={form} field={text("orgName")} readOnly />
        <FormField form={form} field={text("userName")} readOnly />
        <FormField form={form} field={text("userEname", true)} />
        <ChoiceField
          form={form}
          path="internationalCountryCode"
          label={t("personal:field.internationalCountryCode")}
          choices={useDiallingCodes()}
          required
          locked={areaLocked}
        />
        <FormField form={form} field={text("phoneNumber", true)} readOnly={phoneLocked} />
        <FormField form={form} field={text("userEmail", true)} readOnly={emailLocked} />
        <ChoiceField
          form={form}
          path="pageLanguage"
          label={t("personal:field.pageLanguage")}
          choices={useLanguages()}
        />
        <YesNoField form={form} path="orderEditNewPage" label={t("personal:field.orderEditNewPage")} required />
        <YesNoField form={form} path="orderSaveClosePage" label={t("personal:field.orderSaveClosePage")} required />
      </FormGrid>
    </FormSection>
  );
}
