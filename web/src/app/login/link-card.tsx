/** Setting a password by a link: of an invitation, or after forgetting it. */
import { type FormEvent, useEffect, useId, useState } from "react";
import { endSession } from "@/app/guard";
import { Finding, PasswordInput, status } from "@/app/login/login-parts";
import { type PasswordPolicy, newPasswordFindings } from "@/app/pages/password-rules";
import { CallError, get, post } from "@/platform/call/client";
import { useText } from "@/platform/i18n";
import { goTo } from "@/platform/navigate";
import { toast } from "@/platform/toast";

interface Whose {
  purpose: "invite" | "reset";
  orgName: string;
  userName: string;
  loginName: string;
  policy: PasswordPolicy;
}

type Look = { is: "looking" } | { is: "live"; whose: Whose } | { is: "dead"; message: string };

interface LinkCardProps {
  token: string;
  close(): void;
}

export default function LinkCard({ token, close }: LinkCardProps) {
  const t = useText();
  const [look, setLook] = useState<Look>({ is: "looking" });
  useEffect(() => {
    const stop = new AbortController();
    const path = `/auth/password/link/${encodeURIComponent(token)}`;
    get<Whose>(path, undefined, { quiet: true, signal: stop.signal }).then(
      (whose) => setLook({ is: "live", whose }),
      (error: unknown) => {
        if (!(error instanceof CallError)) throw error;
        if (error.kind !== "aborted") setLook({ is: "dead", message: error.message });
      },
    );
    return () => stop.abort();
  }, [token]);
  const leave = () => {
    close();
    goTo("/login", { replace: true });
  };
  if (look.is === "looking") {
    return (
      <section className="login-card" aria-busy="true">
        <p role="status">{t("app:link.loading")}</p>
      </section>
    );
  }
  if (look.is === "dead") return <Dead message={look.message} leave={leave} />;
  return <NewPassword token={token} whose={look.whose} leave={leave} die={(message) => setLook({ is: "dead", message })} />;
}

function Dead({ message, leave }: { message: string; leave(): void }) {
  const t = useText();
  return (
    <section className="login-card">
      <h1>{t("app:link.submit")}</h1>
      <p role="alert">{message}</p>
      <button type="button" className="plain-button primary large" onClick={leave}>
        {t("app:link.login")}
      </button>
    </section>
  );
}

interface NewPasswordProps {
  token: string;
  whose: Whose;
  leave(): void;
  die(message: string): void;
}

function NewPassword({ token, whose, leave, die }: NewPasswordProps) {
  const t = useText();
  const id = useId();
  const [values, setValues] = useState({ next: "", again: "" });
  const [findings, setFindings] = useState<{ next?: string; again?: string }>({});
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = newPasswordFindings(values, whose.policy);
    setFindings({ ...(found.next && { next: whose.policy.text }), ...(found.again && { again: t(found.again) }) });
    if (found.next || found.again || busy) return;
    setBusy(true);
    try {
      await post("/auth/password/reset", { token, newPassword: values.next }, { quiet: true });
      // The server has ended every session of the login; one of this browser may be among them.
      endSession();
      toast.done(t("app:link.done"));
      leave();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      const [finding] = error.findings;
      if (finding) setFindings({ next: finding.message });
      else if (error.kind === "refused") die(error.message);
      else toast.error(error.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className="login-card" onSubmit={submit} noValidate aria-labelledby={`${id}-title`}>
      <h1 id={`${id}-title`}>{t(whose.purpose === "invite" ? "app:link.invite" : "app:link.reset")}</h1>
      <dl className="login-whose">
        {whose.purpose === "invite" && (
          <>
            <dt>{t("app:link.org")}</dt>
            <dd>{whose.orgName}</dd>
          </>
        )}
        <dt>{t("app:link.account")}</dt>
        <dd>
          {whose.userName} <span className="soft">{whose.loginName}</span>
        </dd>
      </dl>
      <div className="login-fields">
        {(["next", "again"] as const).map((name) => (
          <div key={name} className="login-fields">
            <label htmlFor={`${id}-${name}`}>{t(`app:reset.${name}`)}</label>
            <PasswordInput
              id={`${id}-${name}`}
              autoComplete="new-password"
              autoFocus={name === "next"}
              maxLength={128}
              value={values[name]}
              {...status(findings[name], `${id}-${name}-finding`)}
              onChange={(event) => {
                setValues({ ...values, [name]: event.target.value });
                setFindings({});
              }}
            />
            <Finding id={`${id}-${name}-finding`} text={findings[name]} />
            {name === "next" && !findings.next && <p className="soft">{whose.policy.text}</p>}
          </div>
        ))}
      </div>
      <button type="submit" className="plain-button primary large" aria-busy={busy}>
        {t("app:link.submit")}
      </button>
      <button type="button" className="link-button" onClick={leave}>
        {t("app:link.login")}
      </button>
    </form>
  );
}
