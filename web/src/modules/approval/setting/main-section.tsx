import { useMemo } from "react";
import { useSettingChoices } from "@/modules/approval/setting/choices";
import type { Field } from "@/platform/contract";
import { FormGrid } from "@/platform/forms/form-body";
import { FormField } from "@/platform/forms/form-field";
import type { SectionProps } from "@/platform/forms/form-overrides";
import { useValue } from "@/platform/forms/form-store";

/** The fields of a setting: acts that are in use, the scope only where the act leaves it open. */
export function MainSection({ section, form, readOnly, editing }: SectionProps) {
  const { events } = useSettingChoices();
  const chosen = String(useValue<string | number | null>(form, "eventId") ?? "");
  const scope = events.find((event) => event.value === chosen)?.scope ?? "";
  const fields = useMemo(() => {
    const offered = (field: Field): Field => {
      if (field.name !== "eventId" || editing) return field;
      const used = (field.options ?? []).filter((option) => events.some((event) => event.value === option.value));
      return { ...field, options: used };
    };
    return section.fields.map(offered);
  }, [section, events, editing]);
  const shown = fields.filter((field) => {
    if (field.name === "businessScope") return scope === "";
    return field.name !== "unlockDays" || scope !== "";
  });
  return (
    <FormGrid columns={2}>
      {shown.map((field) => (
        <FormField key={field.name} form={form} field={field} readOnly={readOnly || (editing && (field.readOnlyOnEdit ?? false))} />
      ))}
    </FormGrid>
  );
}
