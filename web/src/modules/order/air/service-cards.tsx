import { Switch } from "antd";
import { useId } from "react";
import { ask } from "@/platform/dialog";
import type { Section } from "@/platform/contract";
import { FormGrid } from "@/platform/forms/form-body";
import { FormField } from "@/platform/forms/form-field";
import { type FormStore, type Values, useValue } from "@/platform/forms/form-store";
import { useLabel, useText } from "@/platform/i18n";
import { isNothing } from "@/platform/nothing";
import { object } from "../order-body";

interface ServiceCardsProps {
  form: FormStore;
  services: Section[];
  readOnly: boolean;
}

/** The services of an order, one card each; a service that is off shows its name only. */
export function ServiceCards({ form, services, readOnly }: ServiceCardsProps) {
  return (
    <div className="service-cards">
      {services.map((section) => (
        <ServiceCard key={section.key} form={form} section={section} readOnly={readOnly} />
      ))}
    </div>
  );
}

function ServiceCard({ form, section: { key: path, label: name, fields }, readOnly }: { form: FormStore; section: Section; readOnly: boolean }) {
  const t = useText();
  const label = useLabel();
  const id = useId();
  const service = object(useValue(form, path));
  const enabled = service["enabled"] === true;
  const change = async (on: boolean) => {
    if (!on && hasContent(service) && !(await ask({ text: t("order:services.offConfirm"), danger: true }))) return;
    form.set(path, on ? { ...service, enabled: true } : { enabled: false });
  };
  return (
    <div className={enabled ? "service-card is-on" : "service-card"}>
      <div className="service-head" data-field={`${path}.enabled`}>
        <Switch id={id} size="small" checked={enabled} disabled={readOnly} onChange={(on) => void change(on)} />
        <label htmlFor={id}>{label(name)}</label>
      </div>
      {enabled && (
        <FormGrid columns={2}>
          {fields.slice(1).map((field) => (
            <FormField
              key={field.name}
              form={form}
              field={field}
              path={`${path}.${field.name}`}
              readOnly={readOnly}
              {...(field.kind === "multi" ? { span: 2 } : {})}
            />
          ))}
        </FormGrid>
      )}
    </div>
  );
}

function hasContent(service: Values): boolean {
  return Object.entries(service).some(([name, value]) => {
    if (name === "enabled" || isNothing(value)) return false;
    return !Array.isArray(value) || value.length > 0;
  });
}
