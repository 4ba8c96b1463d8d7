import { Input } from "antd";
import { FieldFrame } from "@/platform/forms/field-frame";
import { type FormStore, useValue } from "@/platform/forms/form-store";

interface MailPasswordProps {
  form: FormStore;
  label: string;
  required?: boolean;
}

/** A kept password comes as a mask; sent back it stays as it is. A longer one than is taken is refused, never cut. */
export function MailPassword({ form, label, required }: MailPasswordProps) {
  const value = useValue<string | null>(form, "mailVerifyCode") ?? "";
  return (
    <FieldFrame form={form} path="mailVerifyCode" label={label} required={required}>
      {({ id, invalid, describedBy }) => (
        <Input
          id={id}
          type="password"
          autoComplete="new-password"
          value={value}
          {...(invalid ? { status: "error" as const, "aria-invalid": true, "aria-describedby": describedBy } : {})}
          // A mask is not edited letter by letter.
          onFocus={(event) => event.target.select()}
          onChange={(event) => form.set("mailVerifyCode", event.target.value || null)}
        />
      )}
    </FieldFrame>
  );
}
