import { Select, Switch } from "antd";
import { useId } from "react";
import { ask } from "@/platform/dialog";
import type { Section } from "@/platform/contract";
import { FormGrid, FormSection } from "@/platform/forms/form-body";
import { FormField } from "@/platform/forms/form-field";
import { type FormStore, type Values, useFinding, useValue } from "@/platform/forms/form-store";
import { useLabel, useText } from "@/platform/i18n";
import { SERVICES, SERVICES_TITLE, object, sectionOf } from "./order-body";

interface ServiceCardsProps {
  form: FormStore;
  sections: Section[];
  readOnly: boolean;
}

/** The services of an order, one card each; a service that is off shows its name only. */
export function ServiceCards({ form, sections, readOnly }: ServiceCardsProps) {
  return (
    <FormSection section={{ key: "services", label: SERVICES_TITLE }}>
      <div className="service-cards">
        {SERVICES.map((code) => (
          <ServiceCard key={code} code={code} form={form} section={sectionOf(sections, `services.${code}`)} readOnly={readOnly} />
        ))}
      </div>
    </FormSection>
  );
}

function ServiceCard({ code, form, section, readOnly }: { code: string; form: FormStore; section: Section; readOnly: boolean }) {
  const t = useText();
  const label = useLabel();
  const id = useId();
  const path = `services.${code}`;
  const service = object(useValue(form, path));
  const enabled = service["enabled"] === true;
  const change = async (on: boolean) => {
    if (!on && hasContent(service) && !(await ask({ text: t("af:services.offConfirm"), danger: true }))) return;
    form.set(path, on ? { ...service, enabled: true } : { enabled: false });
  };
  return (
    <div className={enabled ? "service-card is-on" : "service-card"}>
      <div className="service-head" data-field={`${path}.enabled`}>
        <Switch id={id} size="small" checked={enabled} disabled={readOnly} onChange={(on) => void change(on)} />
        <label htmlFor={id}>{label(section.label)}</label>
      </div>
      {enabled && (
        <FormGrid columns={2}>
          {section.fields.map((field) => (
            <FormField key={field.name} form={form} field={field} path={`${path}.${field.name}`} readOnly={readOnly} />
          ))}
          {code === "customs" && <Declarations form={form} path={`${path}.declarationNumbers`} readOnly={readOnly} />}
        </FormGrid>
      )}
    </div>
  );
}

/** Customs declaration numbers: typed or pasted, one or many. */
function Declarations({ form, path, readOnly }: { form: FormStore; path: string; readOnly: boolean }) {
  const t = useText();
  const id = useId();
  const numbers = (useValue<string[] | undefined>(form, path) ?? []).map(String);
  const finding = useFinding(form, path);
  return (
    <div className="form-field span-2" data-field={path}>
      <label htmlFor={id}>{t("af:services.declarations")}</label>
      <Select
        id={id}
        mode="tags"
        open={false}
        disabled={readOnly}
        value={numbers}
        tokenSeparators={[" ", ",", "，", "\n"]}
        suffixIcon={null}
        status={finding ? "error" : ""}
        onChange={(next: string[]) => form.set(path, next.map((each) => each.trim()).filter(Boolean))}
      />
      {finding && <p className="finding">{finding.message}</p>}
    </div>
  );
}

function hasContent(service: Values): boolean {
  return Object.entries(service).some(([name, value]) => {
    if (name === "enabled" || value === null || value === undefined || value === "") return false;
    return !Array.isArray(value) || value.length > 0;
  });
}
