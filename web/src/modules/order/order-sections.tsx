/** The tab 基本信息: the sections of an order, those the scope draws itself among them; the server's figures beside what is typed. */
import type { ComponentType } from "react";
import type { Field, Section } from "@/platform/contract";
import { FormGrid, FormSection, SectionBody } from "@/platform/forms/form-body";
import { FormField } from "@/platform/forms/form-field";
import { type FormStore, type Values, useValue } from "@/platform/forms/form-store";
import { asNumber, formatFigure } from "@/platform/format";
import { useText } from "@/platform/i18n";
import { isFixed } from "@/platform/order/finished";
import type { OrderProfile } from "./order-profile";
import type { Order } from "./use-order";

interface OrderSectionsProps {
  order: Order;
  profile: OrderProfile;
}

export function OrderSections({ order, profile }: OrderSectionsProps) {
  const { form, shape, editing } = order;
  const finished = useValue<boolean | undefined>(form, "operationFinished") === true;
  return shape.drawn.map((section) => {
    const readOnly = order.readOnly || (finished && isFixed(section.key));
    const Own = profile.sections?.[section.key];
    const props = { order, section, form, readOnly, editing };
    return (
      <FormSection key={section.key} section={section}>
        {Own ? <Own {...props} /> : section.rows ? <SectionBody {...props} /> : <FieldGrid {...props} />}
      </FormSection>
    );
  });
}

interface FieldGridProps {
  order: Order;
  section: Section;
  readOnly: boolean;
  /** Fields the scope draws itself, by name. */
  own?: Record<string, ComponentType<{ form: FormStore; field: Field; readOnly: boolean }>>;
}

export function FieldGrid({ order: { form, told, editing }, section, readOnly, own = {} }: FieldGridProps) {
  return (
    <FormGrid columns={section.columns}>
      {section.fields.map((field) => {
        const Own = own[field.name];
        if (Own) return <Own key={field.name} form={form} field={field} readOnly={readOnly} />;
        return (
        <FormField
          key={field.name}
          form={form}
          field={field}
          readOnly={readOnly || (editing && field.readOnlyOnEdit === true)}
          computed={field.readOnly === true && isFigure(field)}
          note={!readOnly && <ComputedNote form={form} field={field} computed={told.computed} />}
        />
        );
      })}
    </FormGrid>
  );
}

const isFigure = ({ kind }: Field): boolean => kind === "int" || kind === "decimal";

/** What the server computes for a figure that may be overwritten, where it differs from what stands there. */
function ComputedNote({ form, field, computed: all }: { form: FormStore; field: Field; computed: Values }) {
  const t = useText();
  const now = asNumber(useValue(form, field.name));
  const computed = asNumber(all[field.name]);
  if (!isFigure(field) || computed === null || computed === now) return null;
  const shown = formatFigure(computed, field.places ?? field.digits ?? 0);
  return (
    <p className="figure-note">
      {t("order:figures.computed", { n: shown })}
      <button type="button" className="text-link" onClick={() => form.set(field.name, computed)}>
        {t("order:figures.take")}
      </button>
    </p>
  );
}
