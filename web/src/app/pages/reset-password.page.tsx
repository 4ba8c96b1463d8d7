import { Button, Input } from "antd";
import { type FormEvent, useId, useState } from "react";
import { passwordFindings, strength } from "@/app/pages/password-rules";
import { endSession } from "@/app/guard";
import { busy } from "@/platform/busy";
import { CallError, put } from "@/platform/call/client";
import { useText } from "@/platform/i18n";
import { goTo } from "@/platform/navigate";
import { definePage } from "@/platform/page-registry";
import { useSession } from "@/platform/session";
import { toast } from "@/platform/toast";

type Names = "old" | "next" | "again";
const FIELDS: { name: Names; autoComplete: string }[] = [
  { name: "old", autoComplete: "current-password" },
  { name: "next", autoComplete: "new-password" },
  { name: "again", autoComplete: "new-password" },
];

function ResetPassword() {
  const t = useText();
  const id = useId();
  const forced = useSession((state) => state.user?.mustChangePassword ?? false);
  const [values, setValues] = useState<Record<Names, string>>({ old: "", next: "", again: "" });
  const [findings, setFindings] = useState<Partial<Record<Names, string>>>({});
  const [saving, setSaving] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = passwordFindings(values);
    setFindings(found);
    if (Object.keys(found).length > 0 || saving) return;
    setSaving(true);
    try {
      await put("/hrs/user/editPassword", { oldPassword: values.old, newPassword: values.next });
      toast.done(t("app:reset.done"));
      // The server has ended every session of the log-in.
      endSession();
      goTo("/login", { replace: true });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
    } finally {
      setSaving(false);
    }
  };

  return (
    <main className="narrow-page">
      <h1>{t("app:reset.title")}</h1>
      {forced && <p className="page-note tone-warning">{t("app:reset.forced")}</p>}
      <form onSubmit={submit} noValidate className="stacked-form">
        {FIELDS.map(({ name, autoComplete }) => (
          <div key={name} className="stacked-field">
            <label htmlFor={`${id}-${name}`}>{t(`app:reset.${name}`)}</label>
            <Input.Password
              id={`${id}-${name}`}
              autoComplete={autoComplete}
              value={values[name]}
              maxLength={128}
              {...(findings[name] ? { status: "error" as const, "aria-invalid": true } : {})}
              onChange={(event) => {
                setValues({ ...values, [name]: event.target.value });
                setFindings({ ...findings, [name]: undefined });
              }}
            />
            {findings[name] && (
              <p className="finding" role="alert">
                {t(findings[name])}
              </p>
            )}
            {name === "next" && <Strength password={values.next} />}
          </div>
        ))}
        <div className="stacked-actions">
          <Button type="primary" htmlType="submit" loading={busy(saving)}>
            {t("platform:action.ok")}
          </Button>
          {!forced && <Button onClick={() => window.history.back()}>{t("platform:action.cancel")}</Button>}
        </div>
      </form>
    </main>
  );
}

function Strength({ password }: { password: string }) {
  const t = useText();
  const level = strength(password);
  return (
    <p className="password-hint">
      <span>{t("app:reset.policy")}</span>
      {level && (
        <span className={`strength strength-${level}`}>
          {t("app:reset.strength")} {t(`app:reset.${level}`)}
        </span>
      )}
    </p>
  );
}

export default definePage({ page: ResetPassword });
