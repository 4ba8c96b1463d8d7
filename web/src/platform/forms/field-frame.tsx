import { type ReactNode, useId } from "react";
import { type FormStore, useFinding } from "@/platform/forms/form-store";
import { ToneIcon } from "@/platform/tone-icon";

/** What ties an editor to its label and its finding. */
export interface Framed {
  id: string;
  invalid: boolean;
  warned: boolean;
  describedBy?: string;
}

interface FieldFrameProps {
  form: FormStore;
  /** Where the value lives; findings of this path stand below the editor. */
  path: string;
  label: string;
  required?: boolean;
  help?: string;
  /** Columns of the grid this field takes. */
  span?: number;
  /** Several controls under one name: the label belongs to no single one of them. */
  group?: boolean;
  children(framed: Framed): ReactNode;
}

/** Label above, finding below, the editor between them: every field of every form. */
export function FieldFrame({ form, path, label, required, help, span = 1, group, children }: FieldFrameProps) {
  const id = useId();
  const finding = useFinding(form, path);
  const invalid = finding?.severity === "error";
  const Label = group ? "span" : "label";
  return (
    <div className={`form-field span-${span}`} data-field={path}>
      <Label className="field-label" {...(group ? { id } : { htmlFor: id })}>
        {label}
        {required && (
          <span className="required" aria-hidden="true">
            *
          </span>
        )}
        {help && <Help text={help} />}
      </Label>
      {children({
        id,
        invalid,
        warned: finding?.severity === "warning",
        ...(finding ? { describedBy: `${id}-finding` } : {}),
      })}
      {finding && (
        <p id={`${id}-finding`} className={invalid ? "finding" : "finding is-warning"}>
          {finding.message}
        </p>
      )}
    </div>
  );
}

function Help({ text }: { text: string }) {
  return (
    <span className="field-help" title={text}>
      <ToneIcon tone="info" size={12} />
      <span className="sr-only">{text}</span>
    </span>
  );
}
