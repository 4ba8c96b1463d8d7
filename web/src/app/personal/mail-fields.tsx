import { Button } from "antd";
import { ChoiceField } from "@/app/personal/choice-field";
import { choice } from "@/app/personal/choices";
import { MAIL_PORTS, USUAL_PORT, isAdmin } from "@/app/personal/personal-model";
import { YesNoField } from "@/app/personal/small-fields";
import { busy } from "@/platform/busy";
import type { Field } from "@/platform/contract";
import { FormGrid } from "@/platform/forms/form-body";
import { FormField } from "@/platform/forms/form-field";
import { type FormStore, useValue } from "@/platform/forms/form-store";
import { labelPair, useText } from "@/platform/i18n";
import { MAIL_MAX, useUsualPort } from "@/platform/mail/mail-account";
import { MailPassword } from "@/platform/mail/mail-password";

interface MailFieldsProps {
  form: FormStore;
  trying: boolean;
  tryIt(): void;
}

const PORTS = MAIL_PORTS.map((port) => choice(port, port));

/** 邮件发送配置: the mailbox the user sends by. While it is off, nothing of it must be filled. */
export function MailFields({ form, trying, tryIt }: MailFieldsProps) {
  const t = useText();
  const required = useValue<string>(form, "mailValid") === "1";
  useUsualPort(form, "mailSsl", USUAL_PORT);
  const text = (name: string): Field => ({ name, kind: "text", required, label: labelPair(`personal:field.${name}`) });
  const signature: Field = {
    name: "mailSignature",
    kind: "longText",
    maxLength: MAIL_MAX.mailSignature,
    label: labelPair("personal:field.mailSignature"),
  };
  return (
    <>
      <FormGrid columns={3}>
        <YesNoField form={form} path="mailValid" label={t("personal:field.mailValid")} />
        <FormField form={form} field={text("mailName")} />
        {isAdmin(form.all()) && <FormField form={form} field={text("mailAddress")} />}
        <FormField form={form} field={text("mailSmtp")} />
        <YesNoField form={form} path="mailSsl" label={t("personal:field.mailSsl")} />
        <ChoiceField
          form={form}
          path="mailPort"
          label={t("personal:field.mailPort")}
          choices={PORTS}
          required={required}
          clearable
        />
        <FormField form={form} field={text("mailUser")} />
        <MailPassword form={form} label={t("personal:field.mailVerifyCode")} required={required} />
        <FormField form={form} field={signature} span={2} />
      </FormGrid>
      <div className="personal-trial">
        <Button loading={busy(trying)} onClick={tryIt}>
          {t("personal:trial.button")}
        </Button>
        <span className="soft">{t("personal:trial.note")}</span>
      </div>
    </>
  );
}
