/** The tab 基本信息: every section of an order's form, the server's figures beside what is typed. */
import type { Field, Section } from "@/platform/contract";
import { FormGrid, FormSection } from "@/platform/forms/form-body";
import { FormField } from "@/platform/forms/form-field";
import { type FormStore, type Values, useValue } from "@/platform/forms/form-store";
import { RowGrid } from "@/platform/forms/row-grid";
import { asNumber, formatFigure } from "@/platform/format";
import { useText } from "@/platform/i18n";
import { isFixed } from "@/platform/order/finished";

interface OrderSectionsProps {
  sections: Section[];
  form: FormStore;
  computed: Values;
  readOnly: boolean;
  editing: boolean;
}

export function OrderSections({ sections, form, computed, readOnly: closed, editing }: OrderSectionsProps) {
  const finished = useValue<boolean | undefined>(form, "operationFinished") === true;
  return sections.map((section) => {
    const readOnly = closed || (finished && isFixed(section.key));
    return (
      <FormSection key={section.key} section={section}>
        {section.rows ? (
          <RowGrid form={form} section={section} path={section.key} readOnly={readOnly} editing={editing} />
        ) : (
          <FormGrid columns={section.columns}>
            {section.fields.map((field) => (
              <FormField
                key={field.name}
                form={form}
                field={field}
                readOnly={readOnly || (editing && field.readOnlyOnEdit === true)}
                computed={field.readOnly === true && isFigure(field)}
                note={!readOnly && <ComputedNote form={form} field={field} value={computed[field.name]} />}
              />
            ))}
          </FormGrid>
        )}
      </FormSection>
    );
  });
}

const isFigure = ({ kind }: Field): boolean => kind === "int" || kind === "decimal";

/** What the server computes for a figure that may be overwritten, where it differs from what stands there. */
function ComputedNote({ form, field, value }: { form: FormStore; field: Field; value: unknown }) {
  const t = useText();
  const now = asNumber(useValue(form, field.name));
  const computed = asNumber(value);
  if (!isFigure(field) || computed === null || computed === now) return null;
  const shown = formatFigure(computed, field.places ?? field.digits ?? 0);
  return (
    <p className="figure-note">
      {t("sc:figure.computed", { n: shown })}
      <button type="button" className="text-link" onClick={() => form.set(field.name, computed)}>
        {t("sc:figure.take")}
      </button>
    </p>
  );
}
