import type { ReactNode } from "react";
import { type Field, holds, standing } from "@/platform/contract";
import { labelMember } from "@/platform/fields/editor-props";
import { FieldEditor } from "@/platform/fields/field-editor";
import { FieldValue } from "@/platform/fields/field-value";
import { inCurrency } from "@/platform/fields/in-currency";
import { fieldFinding } from "@/platform/forms/client-rules";
import { FieldFrame } from "@/platform/forms/field-frame";
import { type FormStore, useValue, useValues } from "@/platform/forms/form-store";
import { useLabel } from "@/platform/i18n";
import { isNothing } from "@/platform/nothing";

interface FormFieldProps {
  form: FormStore;
  field: Field;
  /** Where the value lives when not under the field's own name: `parties.shipper.name`. */
  path?: string;
  readOnly?: boolean;
  /** Computed by the server: looks computed, cannot be typed. */
  computed?: boolean;
  /** Columns of the grid this field takes. */
  span?: number;
  /** Below the editor: what the server makes of the value. */
  note?: ReactNode;
}

/** Label, editor and finding of one field of a form. */
export function FormField(props: FormFieldProps) {
  // Only conditional fields look at the whole form.
  const { when, requiredWhen, readOnlyWhen } = props.field;
  return when || requiredWhen || readOnlyWhen ? <ConditionalField {...props} /> : <PlainField {...props} />;
}

function ConditionalField(props: FormFieldProps) {
  const values = useValues(props.form);
  if (!holds(props.field.when, values)) return null;
  return <PlainField {...props} field={standing(props.field, values)} />;
}

function PlainField({ form, field: declared, path = declared.name, readOnly, computed, span, note }: FormFieldProps) {
  const currency = useValue(form, declared.currencyOf ?? path);
  const field = inCurrency(declared, declared.currencyOf ? { [declared.currencyOf]: currency } : undefined);
  const label = useLabel();
  const value = useValue(form, path);
  const shown = useValue<string | undefined>(form, labelPath(path));
  const closed = readOnly || field.readOnly || computed || field.kind === "state";
  const change = (next: unknown, text?: string | null) =>
    form.patch(text === undefined ? { [path]: next } : { [path]: next, [labelPath(path)]: text });
  /** Leaving a field says at once what the client knows is wrong, but never complains about emptiness. */
  const blur = () => {
    const now = form.get(path);
    if (isNothing(now)) return;
    const message = fieldFinding(field, now);
    if (message && !form.finding(path)) {
      form.setFindings([...form.findings(), { field: path, severity: "error", key: "client", message }]);
    }
  };
  return (
    <FieldFrame
      form={form}
      path={path}
      label={label(field.label)}
      required={(field.required ?? false) && !closed}
      help={label(field.help)}
      span={span ?? widthOf(field.kind)}
    >
      {(framed) => (
        <>
          {closed ? (
            <output id={framed.id} className={computed ? "closed-value computed" : "closed-value"}>
              <FieldValue field={field} value={value} row={{ [labelMember(field.name)]: shown }} asks {...(field.readOnly || computed ? {} : { nought: true })} />
              {field.unit && <span className="unit">{field.unit}</span>}
            </output>
          ) : (
            <FieldEditor {...framed} field={field} value={value} shown={shown ?? null} change={change} blur={blur} />
          )}
          {note}
        </>
      )}
    </FieldFrame>
  );
}

/** Columns of a kind: rich texts and files take the whole line. */
function widthOf(kind: Field["kind"]): number {
  if (kind === "richText" || kind === "richTitle" || kind === "files" || kind === "markdown") return 4;
  return kind === "longText" ? 2 : 1;
}

function labelPath(path: string): string {
  const cut = path.lastIndexOf(".") + 1;
  return path.slice(0, cut) + labelMember(path.slice(cut));
}
