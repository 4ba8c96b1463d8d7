import type { Choices } from "@/app/personal/choices";
import type { Field, Option } from "@/platform/contract";
import { SelectEditor } from "@/platform/fields/choice-editors";
import { FieldFrame } from "@/platform/forms/field-frame";
import { type FormStore, useValue } from "@/platform/forms/form-store";
import { useText } from "@/platform/i18n";

interface ChoiceFieldProps {
  form: FormStore;
  path: string;
  label: string;
  choices: Choices | Option[];
  required?: boolean;
  /** Whether nothing may be chosen. */
  clearable?: boolean;
  /** Shown, and not to be changed. */
  locked?: boolean;
  multiple?: boolean;
  span?: number;
}

/** A choice of a list that is on its way, or did not come. */
export function ChoiceField({ form, path, label, choices, required, clearable, locked, multiple, span }: ChoiceFieldProps) {
  const t = useText();
  const value = useValue<string | string[] | null>(form, path);
  const { options, failed = false, retry }: Partial<Choices> = Array.isArray(choices) ? { options: choices } : choices;
  // A list may hold a choice of nothing: the empty text on the wire, and null here.
  const none = options?.some((option) => option.value === "") ? "" : null;
  const words = { zh: label, en: label };
  const field: Field = { name: path, label: words, kind: "select", required: !clearable, options: options ?? [] };
  return (
    <FieldFrame form={form} path={path} label={label} required={required} span={span}>
      {({ id, invalid, describedBy }) => (
        <>
          <SelectEditor
            id={id}
            field={field}
            multiple={multiple}
            invalid={invalid}
            describedBy={describedBy}
            disabled={!options || locked}
            value={options ? (value ?? none) : null}
            change={(next) => form.set(path, next === "" ? null : next)}
          />
          {failed && (
            <p className="finding is-warning" role="alert">
              {t("platform:error.loadFailed")}
              <button type="button" className="text-button" onClick={retry}>
                {t("platform:action.retry")}
              </button>
            </p>
          )}
        </>
      )}
    </FieldFrame>
  );
}
