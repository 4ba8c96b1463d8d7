import { useSearch } from "@tanstack/react-router";
import { type FormEvent, Suspense, lazy, useEffect, useId, useState } from "react";
import { BrowserNotice } from "@/app/login/browser-notice";
import { DEFAULT_DIALLING } from "@/app/login/dialling-codes";
import { ANY_ORG, type Account, type Credentials, type Remembered, enterSession, lookUp, requestCode, requestToken } from "@/app/login/login-call";
import { CodeField } from "@/app/login/code-field";
import { DiallingChoice, Finding, LanguageSwitch, PasswordInput, status } from "@/app/login/login-parts";
import { loginFinding, passwordFinding, tidy } from "@/app/login/login-rules";
import { Brand } from "@/app/brand";
import { OPENED_LINK } from "@/app/guard";
import { boot } from "@/platform/boot";
import { CallError } from "@/platform/call/client";
import { openLanguage } from "@/platform/catalogue-words";
import { chosenLanguage, useText } from "@/platform/i18n";
import { goTo, safeRedirect } from "@/platform/navigate";
import { definePage } from "@/platform/page-registry";
import { type LoginType, isLimited } from "@/platform/session";
import { KEY, drop, readJson, writeJson } from "@/platform/storage";
import { toast } from "@/platform/toast";

const TABS: { type: LoginType; text: string; label: string }[] = [
  { type: 0, text: "app:login.phone", label: "app:login.phoneLabel" },
  { type: 1, text: "app:login.email", label: "app:login.emailLabel" },
  { type: 2, text: "app:login.admin", label: "app:login.adminLabel" },
];
// Few come by a link or have forgotten their password; the others do not load what these need.
const LinkCard = lazy(() => import("@/app/login/link-card"));
const OpenIdButton = lazy(() => import("@/app/login/openid-button"));
const ForgotDialog = lazy(() => import("@/app/login/forgot-dialog"));

function LoginPage() {
  const t = useText();
  const [link, closeLink] = useLink();
  return (
    <div className="login">
      {boot().background && <img className="login-backdrop" src={boot().background} alt="" />}
      {boot().browserNotice !== false && <BrowserNotice />}
      <header className="login-head">
        <Brand />
        <LanguageSwitch />
      </header>
      <main className="login-body">
        <section className="login-lead" aria-hidden="true">
          <p className="login-slogan">{t("app:login.lead")}</p>
          <p>{t("app:login.leadText")}</p>
          <Routes />
        </section>
        {link ? (
          <Suspense fallback={null}>
            <LinkCard token={link} close={closeLink} />
          </Suspense>
        ) : (
          <LoginCard />
        )}
      </main>
      <SiteNotes />
    </div>
  );
}

/** The secret of the link that led here. Neither address bar nor history keeps it. */
function useLink(): [string | null, () => void] {
  const { reset, invite } = useSearch({ strict: false }) as { reset?: string; invite?: string };
  const [link, setLink] = useState(() => (reset ?? invite)?.trim() || null);
  useEffect(() => {
    if (link) goTo(OPENED_LINK, { replace: true });
  }, [link]);
  return [link, () => setLink(null)];
}

/** Whose site this is, where the platform says so. */
function SiteNotes() {
  const notes = [boot().copyright, boot().icpNumber].filter(Boolean);
  if (notes.length === 0) return null;
  return (
    <footer className="login-notes soft">
      {notes.map((note) => (
        <span key={note}>{note}</span>
      ))}
    </footer>
  );
}

function LoginCard() {
  const t = useText();
  const form = useLogin();
  const [forgot, setForgot] = useState(false);
  const { values, findings } = form;
  const ids = { login: useId(), password: useId(), dialling: useId(), org: useId(), code: useId() };
  const tab = TABS.find((each) => each.type === values.type) ?? TABS[0];
  return (
    <form className="login-card" onSubmit={form.submit} noValidate aria-labelledby={`${ids.login}-title`}>
      <h1 id={`${ids.login}-title`}>{t("app:login.title")}</h1>
      <LoginTabs type={values.type} choose={form.chooseType} />
      <div className="login-fields">
        <label htmlFor={ids.login}>{t(tab?.label ?? "")}</label>
        <div className="login-account">
          {values.type === 0 && (
            <DiallingChoice id={ids.dialling} value={values.dialling} choose={(dialling) => form.change({ dialling })} />
          )}
          <input
            id={ids.login}
            className="text-input"
            autoFocus
            autoComplete="username"
            inputMode={values.type === 0 ? "tel" : values.type === 1 ? "email" : "text"}
            value={values.login}
            maxLength={100}
            {...status(findings.login, `${ids.login}-finding`)}
            onChange={(event) => form.change({ login: event.target.value })}
          />
        </div>
        <Finding id={`${ids.login}-finding`} text={findings.login} />
        <label htmlFor={ids.password}>{t("app:login.password")}</label>
        <PasswordInput
          id={ids.password}
          autoComplete="current-password"
          value={values.password}
          maxLength={128}
          {...status(findings.password, `${ids.password}-finding`)}
          onChange={(event) => form.change({ password: event.target.value })}
        />
        <Finding id={`${ids.password}-finding`} text={findings.password} />
        {form.codeWanted && (
          <CodeField
            id={ids.code}
            value={form.code}
            change={form.changeCode}
            finding={findings.code}
            sendMail={() => requestCode({ ...values, login: tidy(values) }, form.orgCode)}
          />
        )}
        {form.accounts.length > 0 && (
          <OrgChoice id={ids.org} accounts={form.accounts} value={form.orgCode} finding={findings.org} choose={form.chooseOrg} />
        )}
        <div className="login-below">
          <label className="check">
            <input type="checkbox" checked={form.remember} onChange={(event) => form.setRemember(event.target.checked)} />
            {t("app:login.remember")}
          </label>
          <button type="button" className="link-button" onClick={() => setForgot(true)}>
            {t("app:login.forgot")}
          </button>
        </div>
      </div>
      <button type="submit" className="plain-button primary large" aria-busy={form.busy}>
        {t("app:login.submit")}
      </button>
      {boot().openid && (
        <Suspense fallback={null}>
          <OpenIdButton />
        </Suspense>
      )}
      {forgot && (
        <Suspense fallback={null}>
          <ForgotDialog start={values} close={() => setForgot(false)} />
        </Suspense>
      )}
    </form>
  );
}

/** Look-up, choice of organisation and token, with what was typed kept throughout. */
function useLogin() {
  const { redirect } = useSearch({ strict: false }) as { redirect?: string };
  const [remembered] = useState(() => readJson<Remembered | null>(KEY.remembered, null));
  const [values, setValues] = useState<Credentials>(() => ({
    type: remembered?.type ?? 0,
    dialling: remembered?.dialling ?? DEFAULT_DIALLING,
    login: remembered?.login ?? "",
    password: "",
  }));
  const [findings, setFindings] = useState<{ login?: string; password?: string; code?: string; org?: string }>({});
  const [accounts, setAccounts] = useState<Account[]>([]);
  const [orgCode, chooseOrg] = useState("");
  const [remember, setRemember] = useState(remembered !== null);
  const [busy, setBusy] = useState(false);
  const [codeWanted, setCodeWanted] = useState(false);
  const [code, setCode] = useState("");
  const t = useText();

  const change = (part: Partial<Credentials>) => {
    setValues((before) => ({ ...before, ...part }));
    setFindings({});
    if ("password" in part) return;
    // Another account has other organisations, and perhaps no second factor.
    setAccounts([]);
    setCodeWanted(false);
    setCode("");
  };
  const changeCode = (text: string) => {
    setCode(text);
    setFindings({});
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const asked: Credentials = { ...values, login: tidy(values) };
    const found = { login: loginFinding(asked), password: passwordFinding(asked) };
    setFindings({ ...(found.login && { login: t(found.login) }), ...(found.password && { password: t(found.password) }) });
    if (found.login || found.password || busy) return;
    setBusy(true);
    try {
      const org = accounts.length > 0 ? orgCode.trim() : await findOrg(asked);
      if (org) await enter(asked, org);
      else if (accounts.length > 0) setFindings({ org: t("app:login.needOrg") });
    } catch (error) {
      // The call client has shown what went wrong.
      if (!(error instanceof CallError)) throw error;
    } finally {
      setBusy(false);
    }
  };

  /** The only organisation, or null: nobody found, a choice to make, or its code to be typed. */
  const findOrg = async (asked: Credentials): Promise<string | null> => {
    const list = (await lookUp(asked)) ?? [];
    const first = list[0]?.orgCode;
    if (!first) {
      toast.failed(t("app:login.noUser"));
      return null;
    }
    const known = remembered?.type === asked.type && remembered.login === asked.login ? remembered.org : undefined;
    // Where accounts are kept hidden, a code that is known from this device need not be typed again.
    if (first === ANY_ORG && known) return known;
    chooseOrg(first === ANY_ORG ? "" : (list.find(({ orgCode }) => orgCode === known)?.orgCode ?? first));
    if (list.length === 1 && first !== ANY_ORG) return first;
    setAccounts(list);
    return null;
  };
  const enter = async (asked: Credentials, org: string) => {
    const answer = await requestToken(asked, org, code.trim());
    if (answer.data?.secondFactor) {
      setCodeWanted(true);
      setCode("");
      setFindings({ code: answer.messageInfo });
      return;
    }
    if (answer.code !== 0 || !answer.access_token) {
      toast.error(answer.messageInfo);
      return;
    }
    keepAccount(remember, asked, org);
    const chosen = await enterSession(answer, asked.type);
    await openLanguage(chosen || chosenLanguage());
    if (isLimited(answer) && answer.messageInfo) toast.warn(answer.messageInfo);
    goTo(isLimited(answer) ? "/resetPassword" : safeRedirect(redirect), { replace: true });
  };
  const chooseType = (type: LoginType) =>
    change({ type, login: remembered?.type === type ? remembered.login : "", password: values.password });

  return { values, findings, accounts, orgCode, chooseOrg, chooseType, remember, setRemember, busy, change, submit, codeWanted, code, changeCode };
}

function keepAccount(remember: boolean, { type, dialling, login }: Credentials, org: string): void {
  // Names of administrators are known in several companies; the others are found by phone or e-mail.
  if (remember) writeJson(KEY.remembered, { type, dialling, login, ...(type === 2 ? { org } : {}) } satisfies Remembered);
  else drop(KEY.remembered);
}

function LoginTabs({ type, choose }: { type: LoginType; choose(type: LoginType): void }) {
  const t = useText();
  return (
    <div className="login-tabs" role="tablist" aria-label={t("app:login.types")}>
      {TABS.map((tab) => (
        <button
          key={tab.type}
          type="button"
          role="tab"
          aria-selected={tab.type === type}
          onClick={() => choose(tab.type)}
        >
          {t(tab.text)}
        </button>
      ))}
    </div>
  );
}

interface OrgChoiceProps {
  id: string;
  accounts: Account[];
  value: string;
  finding: string | undefined;
  choose(orgCode: string): void;
}

function OrgChoice({ id, accounts, value, finding, choose }: OrgChoiceProps) {
  const t = useText();
  if (accounts[0]?.orgCode === ANY_ORG) {
    return (
      <>
        <label htmlFor={id}>{t("app:login.orgCode")}</label>
        <input
          id={id}
          className="text-input"
          autoFocus
          autoComplete="organization"
          value={value}
          maxLength={20}
          {...status(finding, `${id}-finding`)}
          onChange={(event) => choose(event.target.value)}
        />
        <Finding id={`${id}-finding`} text={finding} />
      </>
    );
  }
  return (
    <>
      <label htmlFor={id}>{t("app:login.chooseOrg")}</label>
      <select id={id} className="native-select wide" value={value} onChange={(event) => choose(event.target.value)}>
        {accounts.map(({ orgCode, orgName }) => (
          <option key={orgCode} value={orgCode}>
            {orgName ?? orgCode}
          </option>
        ))}
      </select>
    </>
  );
}

/** Great-circle lines between points: what the work is about, drawn quietly. */
function Routes() {
  return (
    <svg className="login-routes" viewBox="0 0 480 260" focusable="false">
      <g fill="none" stroke="currentColor" strokeWidth="1.2">
        <path d="M40 190C130 60 270 40 430 120" />
        <path d="M40 190C160 130 260 130 350 210" />
        <path d="M120 70C210 20 330 40 430 120" />
      </g>
      <g fill="currentColor">
        <circle cx="40" cy="190" r="4" />
        <circle cx="430" cy="120" r="4" />
        <circle cx="350" cy="210" r="3" />
        <circle cx="120" cy="70" r="3" />
      </g>
    </svg>
  );
}

export default definePage({ page: LoginPage });
