import type { Field } from "@/platform/contract";
import { FormGrid } from "@/platform/forms/form-body";
import { FormField } from "@/platform/forms/form-field";
import type { FormStore } from "@/platform/forms/form-store";

/** Fields beside each other. */
export function FieldGrid({ form, fields }: { form: FormStore; fields: Field[] }) {
  return (
    <FormGrid columns={4}>
      {fields.map((field) => (
        <FormField key={field.name} form={form} field={field} />
      ))}
    </FormGrid>
  );
}
