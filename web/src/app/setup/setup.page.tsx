import { useQuery } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import { Brand } from "@/app/brand";
import { DEFAULT_DIALLING } from "@/app/login/dialling-codes";
import type { Remembered } from "@/app/login/login-call";
import { Finding, LanguageSwitch, PasswordInput, status } from "@/app/login/login-parts";
import { CallError, get, post } from "@/platform/call/client";
import { language, useText } from "@/platform/i18n";
import { goTo, page as browserPage } from "@/platform/navigate";
import { definePage } from "@/platform/page-registry";
import { KEY, writeJson } from "@/platform/storage";
import { toast } from "@/platform/toast";
import "./setup.css";

interface Offer {
  value: string;
  label: string;
}

interface Made {
  orgCode: string;
  adminName: string;
  demoPassword: string | null;
}

const EMPTY = {
  setupCode: "",
  orgName: "",
  orgCode: "",
  edition: "FLAGSHIP",
  adminName: "",
  userName: "",
  phone: "",
  email: "",
  password: "",
};
type Name = keyof typeof EMPTY;

/** The first run: a company and its administrator, made once. */
function SetupPage() {
  const t = useText();
  const [made, setMade] = useState<Made | null>(null);
  return (
    <div className="login">
      <header className="login-head">
        <Brand />
        <LanguageSwitch />
      </header>
      <main className="setup-body">
        <h1>{t(made ? "app:setup.done" : "app:setup.title")}</h1>
        {made ? <Done made={made} /> : <SetupForm done={setMade} />}
      </main>
    </div>
  );
}

function SetupForm({ done }: { done(made: Made): void }) {
  const t = useText();
  const form = useSetup(done);
  const editions = useEditions();
  const text = (name: Name, more: { hint?: string; optional?: boolean; autoComplete?: string } = {}) => (
    <TextField name={name} form={form} {...more} />
  );
  return (
    <form className="setup-form" onSubmit={form.submit} noValidate>
      <p className="soft">{t("app:setup.lead")}</p>
      <Part title={t("app:setup.codePart")}>{text("setupCode", { hint: t("app:setup.setupCodeHint") })}</Part>
      <Part title={t("app:setup.company")}>
        {text("orgName", { autoComplete: "organization" })}
        {text("orgCode", { hint: t("app:setup.orgCodeHint") })}
        <Labelled name="edition" form={form}>
          {(props) => (
            <select {...props} className="native-select" value={form.values.edition} onChange={form.typed("edition")}>
              {editions.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </Labelled>
      </Part>
      <Part title={t("app:setup.admin")}>
        {text("adminName", { hint: t("app:setup.adminNameHint"), autoComplete: "username" })}
        <Labelled name="password" form={form} hint={t("app:setup.passwordHint")}>
          {(props) => (
            <PasswordInput
              {...props}
              autoComplete="new-password"
              value={form.values.password}
              maxLength={128}
              onChange={form.typed("password")}
            />
          )}
        </Labelled>
        {text("userName", { autoComplete: "name" })}
        {text("phone", { optional: true, autoComplete: "tel-national" })}
        {text("email", { optional: true, autoComplete: "email" })}
      </Part>
      <label className="setup-demo">
        <input type="checkbox" checked={form.demo} onChange={(event) => form.setDemo(event.target.checked)} />
        <span>
          {t("app:setup.demo")}
          <small className="soft">{t("app:setup.demoHint")}</small>
        </span>
      </label>
      <button type="submit" className="plain-button primary large" aria-busy={form.busy}>
        {t(form.busy ? "app:setup.working" : "app:setup.submit")}
      </button>
      {form.busy && form.demo && <p role="status">{t("app:setup.workingDemo")}</p>}
    </form>
  );
}

type Form = ReturnType<typeof useSetup>;

function useSetup(done: (made: Made) => void) {
  const [values, setValues] = useState(EMPTY);
  const [findings, setFindings] = useState<Partial<Record<string, string>>>({});
  const [demo, setDemo] = useState(false);
  const [busy, setBusy] = useState(false);
  const typed = (name: Name) => (event: { target: { value: string } }) => {
    setValues((before) => ({ ...before, [name]: event.target.value }));
    setFindings((before) => ({ ...before, [name]: undefined }));
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    try {
      const body = { ...values, language: language(), demo };
      const made = await post<Made>("/setup/create", body, { long: true, quiet: true });
      rememberAdministrator(made);
      done(made);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      const found = Object.fromEntries(error.findings.map((each) => [each.field, each.message]));
      setFindings(found);
      if (Object.keys(found).length === 0) toast.failed(error.message);
    } finally {
      setBusy(false);
    }
  };
  return { values, findings, demo, setDemo, busy, typed, submit };
}

/** The editions there are; a product that is set up already has none to offer and shows its log-in. */
function useEditions(): Offer[] {
  const { data } = useQuery({
    queryKey: ["setup"],
    queryFn: async () => {
      try {
        return await get<{ editions: Offer[] }>("/setup/state", undefined, { quiet: true });
      } catch (error) {
        if (error instanceof CallError && error.status === 404) goTo("/login", { replace: true });
        throw error;
      }
    },
    retry: false,
  });
  return data?.editions ?? [];
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="setup-part">
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}

interface LabelledProps {
  name: Name;
  form: Form;
  hint?: string;
  optional?: boolean;
  children(props: { id: string }): ReactNode;
}

function Labelled({ name, form, hint, optional, children }: LabelledProps) {
  const t = useText();
  const id = useId();
  const finding = form.findings[name];
  return (
    <div className="setup-field">
      <label htmlFor={id}>
        {t(`app:setup.${name}`)}
        {optional && <span className="nothing">{t("app:setup.optional")}</span>}
      </label>
      {children({ id, ...status(finding, `${id}-finding`) })}
      <Finding id={`${id}-finding`} text={finding} />
      {hint && !finding && <small className="soft">{hint}</small>}
    </div>
  );
}

type TextFieldProps = Omit<LabelledProps, "children"> & { autoComplete?: string };

function TextField({ autoComplete = "off", ...rest }: TextFieldProps) {
  const { name, form } = rest;
  return (
    <Labelled {...rest}>
      {(props) => (
        <input
          {...props}
          className="text-input"
          autoComplete={autoComplete}
          maxLength={100}
          value={form.values[name]}
          onChange={form.typed(name)}
        />
      )}
    </Labelled>
  );
}

function Done({ made }: { made: Made }) {
  const t = useText();
  const lines: [string, string][] = [
    [t("app:setup.orgCode"), made.orgCode],
    [t("app:setup.adminName"), made.adminName],
    ...(made.demoPassword ? [[t("app:setup.demoPassword"), made.demoPassword] satisfies [string, string]] : []),
  ];
  return (
    <div className="setup-form">
      <p className="soft">{t("app:setup.doneText")}</p>
      <dl className="setup-done">
        {lines.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="mono">{value}</dd>
          </div>
        ))}
      </dl>
      <button type="button" className="plain-button primary large" onClick={() => browserPage.open("/login")}>
        {t("app:setup.toLogin")}
      </button>
    </div>
  );
}

/** The log-in opens where the new administrator can use it, whichever way he goes there: on his tab, with his name and company. */
function rememberAdministrator({ orgCode, adminName }: Made): void {
  writeJson(KEY.remembered, { type: 2, dialling: DEFAULT_DIALLING, login: adminName, org: orgCode } satisfies Remembered);
}

export default definePage({ page: SetupPage });
