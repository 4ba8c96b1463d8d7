// The fields of the public forms: a label above, what is wrong below.

import { useId } from "react";
import { useSpeech } from "./i18n";
import { Icon } from "./icons";

/** An entry of a choice. */
export interface Option {
  value: string;
  name: string;
}

interface Props {
  label: string;
  value: string;
  change: (value: string) => void;
  required?: boolean;
  /** Whether a required value may be said to be missing already. */
  checked?: boolean;
  /** What is wrong with the value. */
  fault?: string | undefined;
  /** Most characters that can be typed. */
  max?: number;
  type?: "text" | "tel" | "email" | "date";
  /** Brings the keys of figures up on phones. */
  figures?: boolean;
  /** Makes it a choice. */
  options?: Option[];
}

/** One field. */
export function Field({ label, value, change, required, checked, fault: told, max, type = "text", figures, options }: Props) {
  const { t } = useSpeech();
  const id = useId();
  const fault = told ?? (required && checked && !value.trim() ? t("form.required", { name: label }) : undefined);
  const shared = {
    id,
    value,
    "aria-required": required,
    "aria-invalid": fault ? true : undefined,
    "aria-describedby": fault ? `${id}-fault` : undefined,
    onChange: (event: { target: { value: string } }): void => change(event.target.value),
  };
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {required ? <b aria-hidden="true">*</b> : null}
      </label>
      {options ? (
        <select {...shared}>
          <option value="">{t("form.choose")}</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.name}
            </option>
          ))}
        </select>
      ) : (
        <input {...shared} type={type} inputMode={figures ? "decimal" : undefined} maxLength={max} autoComplete="off" />
      )}
      <Fault id={`${id}-fault`} text={fault} />
    </div>
  );
}

/** What is wrong, in words and with a sign. */
export function Fault({ id, text }: { id?: string; text: string | undefined }) {
  if (!text) return null;
  return (
    <p className="fault" id={id}>
      <Icon name="warning" />
      {text}
    </p>
  );
}

/** Brings the reader to the first field with a fault, once the page shows it. */
export function goToFault(form: HTMLElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
}
