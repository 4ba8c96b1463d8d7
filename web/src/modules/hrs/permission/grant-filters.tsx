/** Which companies the two sides of 授权企业 show. */
import { useMemo } from "react";
import type { Field } from "@/platform/contract";
import { FormGrid } from "@/platform/forms/form-body";
import { FormField } from "@/platform/forms/form-field";
import type { FormStore, Values } from "@/platform/forms/form-store";
import { useText } from "@/platform/i18n";
import { formByKey } from "@/platform/page-registry";

/** What is asked for beside the name, as the calls name it. */
export interface GrantFilters {
  edition?: string | undefined;
  accountType?: string | undefined;
  createdFrom?: string | undefined;
  createdTo?: string | undefined;
}

export function filtersOf(values: Values): GrantFilters {
  const text = (name: keyof GrantFilters) => (values[name] ? String(values[name]) : undefined);
  return { edition: text("edition"), accountType: text("accountType"), createdFrom: text("createdFrom"), createdTo: text("createdTo") };
}

/** A field of a company's own form, which here need not be filled. */
export function orgField(name: string, as = name): Field[] {
  const fields = formByKey("hrs.org.form")?.sections.flatMap((section) => section.fields) ?? [];
  return fields.filter((field) => field.name === name).map((field) => ({ ...field, name: as, required: false, initial: null }));
}

export function GrantFilterBar({ form }: { form: FormStore }) {
  const t = useText();
  const fields = useMemo(() => {
    const day = (name: string, text: string): Field => ({ name, kind: "day", label: { zh: text, en: text } });
    const days = [day("createdFrom", t("hrs:grant.createdFrom")), day("createdTo", t("hrs:grant.createdTo"))];
    return [...orgField("edition"), ...orgField("orgType", "accountType"), ...days];
  }, [t]);
  return (
    <FormGrid columns={4}>
      {fields.map((field) => (
        <FormField key={field.name} form={form} field={field} path={field.name} />
      ))}
    </FormGrid>
  );
}
