import { PartyTools } from "@/platform/address/party-tools";
import type { Section } from "@/platform/contract";
import { FormGrid } from "@/platform/forms/form-body";
import { FormField } from "@/platform/forms/form-field";
import { type FormStore, useValue } from "@/platform/forms/form-store";
import { useLabel, useText } from "@/platform/i18n";

interface PartyCardsProps {
  form: FormStore;
  section: Section;
  readOnly: boolean;
}

const PARTIES = ["shipper", "consignee", "notify"] as const;
const WIDE = ["scName", "scAddress", "printRemark"];

/** Shipper, consignee and notify party beside each other. */
export function PartyCards({ form, section, readOnly }: PartyCardsProps) {
  const t = useText();
  return (
    <div className="party-cards">
      {PARTIES.map((role) => (
        <div key={role} className="party-card">
          <div className="party-head">
            <h3>{t(`order:parties.${role}`)}</h3>
            {!readOnly && <PartyImport form={form} section={section} role={role} />}
          </div>
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
  );
}

function PartyImport({ form, section, role }: { form: FormStore; section: Section; role: (typeof PARTIES)[number] }) {
  const t = useText();
  const label = useLabel();
  const coopId = useValue<string | null | undefined>(form, "coopId");
  return (
    <PartyTools
      role={role}
      roleName={t(`order:parties.${role}`)}
      fields={section.fields.map((field) => ({ name: field.name, label: label(field.label) }))}
      form={form}
      path={`parties.${role}`}
      coopId={coopId ?? undefined}
    />
  );
}
