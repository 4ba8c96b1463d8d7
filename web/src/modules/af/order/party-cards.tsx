import type { Section } from "@/platform/contract";
import { FormGrid, FormSection } from "@/platform/forms/form-body";
import { FormField } from "@/platform/forms/form-field";
import type { FormStore } from "@/platform/forms/form-store";
import { useText } from "@/platform/i18n";
import { PARTIES } from "./order-body";

interface PartyCardsProps {
  form: FormStore;
  section: Section;
  readOnly: boolean;
}

const WIDE = ["scName", "scAddress", "printRemark"];

/** Shipper, consignee and notify party beside each other. */
export function PartyCards({ form, section, readOnly }: PartyCardsProps) {
  const t = useText();
  return (
    <FormSection section={{ key: "addresses", label: section.label }}>
      <div className="party-cards">
        {PARTIES.map((role) => (
          <div key={role} className="party-card">
            <h3>{t(`af:parties.${role}`)}</h3>
            <FormGrid columns={2}>
              {section.fields.map((field) => (
                <FormField
                  key={field.name}
                  form={form}
                  field={field}
                  path={`parties.${role}.${field.name}`}
                  readOnly={readOnly}
                  span={WIDE.includes(field.name) ? 2 : 1}
                />
              ))}
            </FormGrid>
          </div>
        ))}
      </div>
    </FormSection>
  );
}
