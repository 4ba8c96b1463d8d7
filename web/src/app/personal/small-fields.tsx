/** The fields of 个人设置 that no declared form has. */
import { Input, Radio } from "antd";
import { oneDigit } from "@/app/personal/personal-rules";
import { FieldFrame } from "@/platform/forms/field-frame";
import { type FormStore, useValue } from "@/platform/forms/form-store";
import { useText } from "@/platform/i18n";

interface SmallFieldProps {
  form: FormStore;
  path: string;
  label: string;
  required?: boolean;
}

/** Yes or no, or not said yet: held as "1" and "0". */
export function YesNoField({ form, path, label, required }: SmallFieldProps) {
  const t = useText();
  const value = useValue<string | null>(form, path);
  const options = [
    { value: "1", label: t("personal:yes") },
    { value: "0", label: t("personal:no") },
  ];
  return (
    <FieldFrame form={form} path={path} label={label} required={required} group>
      {({ id, describedBy }) => (
        <Radio.Group
          name={id}
          className="yes-no"
          aria-labelledby={id}
          aria-describedby={describedBy}
          options={options}
          value={value}
          onChange={(event) => form.set(path, event.target.value)}
        />
      )}
    </FieldFrame>
  );
}

/** One digit, and nothing else can be typed. */
export function DigitField({ form, path, label, required }: SmallFieldProps) {
  const value = useValue<string | null>(form, path) ?? "";
  return (
    <FieldFrame form={form} path={path} label={label} required={required}>
      {({ id, invalid, describedBy }) => (
        <Input
          id={id}
          inputMode="numeric"
          autoComplete="off"
          value={value}
          status={invalid ? "error" : ""}
          aria-invalid={invalid}
          aria-describedby={describedBy}
          onFocus={(event) => event.target.select()}
          onChange={(event) => form.set(path, oneDigit(event.target.value) || null)}
        />
      )}
    </FieldFrame>
  );
}
