import type { Section } from "@/platform/contract";
import { sectionsOf } from "@/platform/forms/declared-form";
import { FormField } from "@/platform/forms/form-field";
import type { FormOverrides, SectionProps } from "@/platform/forms/form-overrides";
import { type FormStore, useShownSections, useValue } from "@/platform/forms/form-store";
import { RowGrid } from "@/platform/forms/row-grid";
import { LazySheet } from "@/platform/grid/lazy-sheet";
import { useLabel } from "@/platform/i18n";


interface FormSectionsProps {
  sections: Section[];
  form: FormStore;
  overrides: FormOverrides;
  readOnly?: boolean;
  editing: boolean;
}

/** Who decides about a document he does not see otherwise looks at it, and that is all. */
export const useLookedAt = (form: FormStore): boolean => useValue(form, "readOnly") === true;

/** The sections a form has now. */
export function drawnSections(sections: Section[], overrides: FormOverrides, editing: boolean, lookedAt = false): Section[] {
  const without = overrides.without?.(editing, lookedAt) ?? [];
  const own = sectionsOf(sections, editing);
  return without.length > 0 ? own.filter(({ key }) => !without.includes(key)) : own;
}

/** The sections of a form: the module's component where there is one, the grid of fields or child rows otherwise. */
export function FormSections({ sections, form, overrides, readOnly = false, editing }: FormSectionsProps) {
  const lookedAt = useLookedAt(form);
  const drawn = useShownSections(drawnSections(sections, overrides, editing, lookedAt), form);
  return (
    <>
      {drawn.map((section) => {
        const Own = overrides.sections?.[section.key];
        return (
          <FormSection key={section.key} section={section} titled={drawn.length > 1}>
            {Own ? (
              <Own section={section} form={form} readOnly={readOnly} editing={editing} />
            ) : (
              <SectionBody section={section} form={form} readOnly={readOnly} editing={editing} />
            )}
          </FormSection>
        );
      })}
    </>
  );
}

/** The default of a section: its grid of rows, or of fields. */
export function SectionBody({ section, form, readOnly, editing }: SectionProps) {
  if (section.rows && section.sheet)
    return (
      <LazySheet form={form} section={section} path={section.key} readOnly={readOnly} editing={editing} />
    );
  if (section.rows)
    return <RowGrid form={form} section={section} path={section.key} readOnly={readOnly} editing={editing} />;
  return (
    <FormGrid columns={section.columns}>
      {section.fields.map((field) => (
        <FormField
          key={field.name}
          form={form}
          field={field}
          readOnly={readOnly || (editing && (field.readOnlyOnEdit ?? false))}
        />
      ))}
    </FormGrid>
  );
}

interface FormSectionProps {
  section: Pick<Section, "key" | "label">;
  titled?: boolean;
  children: React.ReactNode;
}

export function FormSection({ section, titled = true, children }: FormSectionProps) {
  const label = useLabel();
  return (
    <section className="form-section" id={`section-${section.key}`} aria-label={label(section.label)}>
      {titled && <h2>{label(section.label)}</h2>}
      {children}
    </section>
  );
}

/** Four columns, two or one, by the width there is. */
export function FormGrid({ columns, children }: { columns?: number | undefined; children: React.ReactNode }) {
  return (
    <div className="form-grid-box">
      <div className={`form-grid${columns ? ` columns-${columns}` : ""}`}>{children}</div>
    </div>
  );
}
