import { useQuery } from "@tanstack/react-query";
import { Button, Input } from "antd";
import { type FormEvent, useId, useState } from "react";
import { DevicesCard } from "@/app/pages/devices";
import { OpenIdCard } from "@/app/pages/openid-card";
import { type PasswordPolicy, passwordFindings, strength } from "@/app/pages/password-rules";
import { SecondFactorCard } from "@/app/pages/second-factor";
import { endSession } from "@/app/guard";
import { busy } from "@/platform/busy";
import { CallError, get, put } from "@/platform/call/client";
import { useText } from "@/platform/i18n";
import { goTo } from "@/platform/navigate";
import { definePage } from "@/platform/page-registry";
import { useSession } from "@/platform/session";
import { toast } from "@/platform/toast";
import "./account.css";

type Names = "old" | "next" | "again";
const FIELDS: { name: Names; autoComplete: string }[] = [
  { name: "old", autoComplete: "current-password" },
  { name: "next", autoComplete: "new-password" },
  { name: "again", autoComplete: "new-password" },
];

function ResetPassword() {
  const t = useText();
  const limit = useSession((state) => (state.user?.mustChangePassword ? (state.user.limitedBy ?? "first") : state.user?.limitedBy));
  if (limit === "factor") {
    const whole = () => {
      useSession.getState().lift();
      goTo("/dashboard", { replace: true });
    };
    return (
      <main className="narrow-page account-page">
        <h1>{t("app:factor.title")}</h1>
        <p className="page-note tone-warning">{t("app:factor.forced")}</p>
        <SecondFactorCard bound={whole} />
      </main>
    );
  }
  return (
    <main className="narrow-page account-page">
      <h1>{t("app:reset.title")}</h1>
      {limit && <p className="page-note tone-warning">{t(limit === "expired" ? "app:reset.expired" : "app:reset.forced")}</p>}
      <PasswordForm forced={Boolean(limit)} />
      {!limit && (
        <>
          <SecondFactorCard />
          <OpenIdCard />
          <DevicesCard />
        </>
      )}
    </main>
  );
}

/** Until the server has told the policy, what every policy asks for at least. */
const LEAST: PasswordPolicy = { text: "", min: 8, max: 128, classes: 0 };

function PasswordForm({ forced }: { forced: boolean }) {
  const t = useText();
  const id = useId();
  const [values, setValues] = useState<Record<Names, string>>({ old: "", next: "", again: "" });
  const [findings, setFindings] = useState<Partial<Record<Names, string>>>({});
  const [saving, setSaving] = useState(false);
  const { data: policy = LEAST } = useQuery({
    queryKey: ["password-policy"],
    queryFn: () => get<PasswordPolicy>("/hrs/user/passwordPolicy", undefined, { quiet: true }),
  });
  const words = (key: string) => (key === "policy" ? policy.text : t(key));

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = passwordFindings(values, policy);
    setFindings(Object.fromEntries(Object.entries(found).map(([name, key]) => [name, words(key)])));
    if (Object.keys(found).length > 0 || saving) return;
    setSaving(true);
    try {
      await put("/hrs/user/editPassword", { oldPassword: values.old, newPassword: values.next }, { quiet: true });
      toast.done(t("app:reset.done"));
      // The server has ended every session of the log-in.
      endSession();
      goTo("/login", { replace: true });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      const at = Object.fromEntries(error.findings.map((each) => [each.field === "oldPassword" ? "old" : "next", each.message]));
      setFindings(at);
      if (error.findings.length === 0) toast.failed(error.message);
    } finally {
      setSaving(false);
    }
  };

  return (
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
              {findings[name]}
            </p>
          )}
          {name === "next" && <Strength password={values.next} policy={policy.text} />}
        </div>
      ))}
      <div className="stacked-actions">
        <Button type="primary" htmlType="submit" loading={busy(saving)}>
          {t("platform:action.ok")}
        </Button>
        {!forced && <Button onClick={() => window.history.back()}>{t("platform:action.cancel")}</Button>}
      </div>
    </form>
  );
}

function Strength({ password, policy }: { password: string; policy: string }) {
  const t = useText();
  const level = strength(password);
  return (
    <p className="password-hint">
      <span>{policy}</span>
      {level && (
        <span className={`strength strength-${level}`}>
          {t("app:reset.strength")} {t(`app:reset.${level}`)}
        </span>
      )}
    </p>
  );
}

export default definePage({ page: ResetPassword });
