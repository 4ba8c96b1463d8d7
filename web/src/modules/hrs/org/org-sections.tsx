/** What the form of a company asks for, and when. */
import { useState } from "react";
import { useChoice } from "@/platform/fields/sources";
import { FormGrid } from "@/platform/forms/form-body";
import { FormField } from "@/platform/forms/form-field";
import type { SectionProps } from "@/platform/forms/form-overrides";
import { useValue } from "@/platform/forms/form-store";
import { useLoad } from "@/platform/use-load";

/** Whether the top department takes the new name over: a question only of a company that gets one. */
const RENAME = "renameDept";

/** The company itself. */
export function OrgMainSection(props: SectionProps) {
  const name = useValue(props.form, "orgName");
  const [before] = useState(name);
  const renamed = props.editing && !props.readOnly && name !== before;
  return <Fields {...props} without={renamed ? [] : [RENAME]} />;
}

/** The contract. A new company may have as many users as its edition says, until another number is typed. */
export function OrgContractSection(props: SectionProps) {
  const { form, editing } = props;
  const edition = useValue(form, "edition");
  const { data } = useChoice("edition", edition, !editing);
  const limit = Number(data?.hint);
  useLoad(() => {
    if (!editing && limit > 0) form.set("userLimit", limit);
  }, [form, editing, limit, edition]);
  return <Fields {...props} without={[]} />;
}

function Fields({ section, form, readOnly, editing, without }: SectionProps & { without: string[] }) {
  const fields = section.fields.filter(({ name }) => !without.includes(name));
  return (
    <FormGrid columns={section.columns}>
      {fields.map((field) => (
        <FormField key={field.name} form={form} field={field} readOnly={readOnly || (editing && (field.readOnlyOnEdit ?? false))} />
      ))}
    </FormGrid>
  );
}
