import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { Brand } from "@/app/brand";
import type { TokenAnswer } from "@/app/login/login-call";
import { CodeForm, type Wanted, enterNamed, wantedBy } from "@/app/login/named";
import { answerOf, noteFault, takeRedirect } from "@/app/login/openid";
import { CallError, post } from "@/platform/call/client";
import { useText } from "@/platform/i18n";
import { goTo, safeRedirect } from "@/platform/navigate";
import { definePage } from "@/platform/page-registry";

interface Company {
  orgCode: string;
  orgName: string;
}

/** The person has accounts in several companies. */
interface Choice {
  pass: string;
  companies: Company[];
}

type Step = { kind: "wait" } | { kind: "code"; wanted: Wanted } | { kind: "company"; choice: Choice };

/** A browser comes back from the provider of log-ins. */
function OpenIdPage() {
  const t = useText();
  const [came] = useState(() => answerOf(window.location.search));
  const [step, setStep] = useState<Step>({ kind: "wait" });
  const begun = useRef(false);
  const send = async (asked: Record<string, string>) => {
    try {
      const answer = await post<Partial<TokenAnswer>>("/auth/openid/login", asked, { quiet: true });
      goTo(await enterNamed(answer, safeRedirect(takeRedirect())), { replace: true });
    } catch (error) {
      const wanted = wantedBy(error);
      const choice = choiceBy(error);
      // What was asked for anew is no finding before anything was given.
      if (wanted) setStep({ kind: "code", wanted: asked["code"] ? wanted : { ...wanted, finding: undefined } });
      else if (choice) setStep({ kind: "company", choice });
      else back(error instanceof CallError ? error.message : t("app:openid.over"));
    }
  };
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    // Neither address bar nor history keeps the code.
    goTo("/openid_login", { replace: true });
    if (came) void send(came);
    else back(t("app:openid.over"));
  });
  return (
    <main className="notice-page">
      <Brand />
      <h1>{t("app:openid.title")}</h1>
      {step.kind === "code" ? (
        <CodeForm finding={step.wanted.finding} give={(code) => send({ token: step.wanted.pass, code })} />
      ) : step.kind === "company" ? (
        <CompanyForm companies={step.choice.companies} give={(org) => send({ token: step.choice.pass, org })} />
      ) : (
        <p role="status">{t("app:openid.loading")}</p>
      )}
    </main>
  );
}

/** The log-in page says what went wrong. */
function back(message: string): void {
  noteFault(message);
  goTo("/login", { replace: true });
}

function choiceBy(error: unknown): Choice | null {
  if (!(error instanceof CallError)) return null;
  const data = error.data as { companies?: Company[]; token?: string } | null;
  return data?.companies && data.token ? { pass: data.token, companies: data.companies } : null;
}

function CompanyForm({ companies, give }: { companies: Company[]; give(org: string): Promise<void> }) {
  const t = useText();
  const id = useId();
  const [org, setOrg] = useState(companies[0]?.orgCode ?? "");
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    await give(org);
    setBusy(false);
  };
  return (
    <form className="login-fields" onSubmit={(event) => void submit(event)} noValidate>
      <p className="soft">{t("app:openid.company")}</p>
      <label htmlFor={id}>{t("app:login.chooseOrg")}</label>
      <select id={id} className="native-select wide" value={org} onChange={(event) => setOrg(event.target.value)}>
        {companies.map(({ orgCode, orgName }) => (
          <option key={orgCode} value={orgCode}>
            {orgName || orgCode}
          </option>
        ))}
      </select>
      <button type="submit" className="plain-button primary large" aria-busy={busy}>
        {t("app:login.submit")}
      </button>
    </form>
  );
}

export default definePage({ page: OpenIdPage });
