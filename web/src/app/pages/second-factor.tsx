/** 二次验证: binding an authenticator, its recovery codes, and taking it away. */
import { useQuery } from "@tanstack/react-query";
import { Button, Input, QRCode } from "antd";
import { type FormEvent, useId, useState } from "react";
import { busy } from "@/platform/busy";
import { CallError, get, post } from "@/platform/call/client";
import { withProof } from "@/platform/call/proof";
import { copyText } from "@/platform/clipboard";
import { ask } from "@/platform/dialog";
import { useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { PageLoading } from "@/platform/page-loading";
import { ToneTag } from "@/platform/tone-tag";
import { toast } from "@/platform/toast";

interface Factor {
  bound: boolean;
  boundAt: string | null;
  recoveryLeft: number;
  required: boolean;
}

interface Started {
  secret: string;
  uri: string;
}

/** `bound` is told once the recovery codes were put away. */
export function SecondFactorCard({ bound }: { bound?: () => void }) {
  const t = useText();
  const { data, error, refetch } = useQuery({ queryKey: ["mfa"], queryFn: () => get<Factor>("/auth/mfa", undefined, { quiet: true }) });
  const [started, setStarted] = useState<Started | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const call = async <T,>(path: string, done: (answer: T) => void) => {
    try {
      done(await withProof(() => post<T>(path, {}, { quiet: true })));
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure;
      // Who gave no password knows why nothing happened.
      if (failure.code !== 4) toast.failed(failure.message);
    }
  };
  const unbind = async () => {
    if (!(await ask({ text: t("app:factor.askUnbind"), yes: t("app:factor.unbind"), danger: true }))) return;
    await call("/auth/mfa/unbind", () => {
      toast.done();
      void refetch();
    });
  };
  const putAway = () => {
    setCodes(null);
    void refetch();
    bound?.();
  };
  return (
    <section className="card-section" aria-labelledby="factor-title">
      <h2 id="factor-title">
        {t("app:factor.title")}
        {data && <ToneTag tone={data.bound ? "ready" : "neutral"}>{t(data.bound ? "app:factor.bound" : "app:factor.unbound")}</ToneTag>}
      </h2>
      {error ? (
        <LoadFailed message={error.message} retry={() => void refetch()} />
      ) : !data ? (
        <PageLoading rows={2} />
      ) : codes ? (
        <RecoveryCodes codes={codes} done={putAway} />
      ) : started ? (
        <BindForm
          started={started}
          bound={(list) => {
            setStarted(null);
            setCodes(list);
          }}
          cancel={() => setStarted(null)}
        />
      ) : data.bound ? (
        <>
          <p className="soft">{t("app:factor.since", { time: data.boundAt ?? "", n: data.recoveryLeft })}</p>
          <div className="stacked-actions">
            <Button onClick={() => void call<{ recoveryCodes: string[] }>("/auth/mfa/recovery", (answer) => setCodes(answer.recoveryCodes))}>
              {t("app:factor.renew")}
            </Button>
            {data.required ? <span className="soft">{t("app:factor.required")}</span> : <Button danger onClick={() => void unbind()}>{t("app:factor.unbind")}</Button>}
          </div>
        </>
      ) : (
        <>
          <p className="soft">{t("app:factor.why")}</p>
          <div className="stacked-actions">
            <Button type="primary" onClick={() => void call<Started>("/auth/mfa/start", setStarted)}>
              {t("app:factor.bind")}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}

interface BindFormProps {
  started: Started;
  bound(recoveryCodes: string[]): void;
  cancel(): void;
}

const CODES = ["first", "second"] as const;
type CodeName = (typeof CODES)[number];

/** Two codes in a row prove that secret and clock are right. */
function BindForm({ started, bound, cancel }: BindFormProps) {
  const t = useText();
  const id = useId();
  const [values, setValues] = useState<Record<CodeName, string>>({ first: "", second: "" });
  const [findings, setFindings] = useState<Partial<Record<CodeName, string>>>({});
  const [sending, setSending] = useState(false);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const missing = CODES.filter((name) => !/^\d{6}$/.test(values[name]));
    setFindings(Object.fromEntries(missing.map((name) => [name, t("app:factor.sixDigits")])));
    if (missing.length > 0 || sending) return;
    setSending(true);
    try {
      const answer = await withProof(() => post<{ recoveryCodes: string[] }>("/auth/mfa/bind", values, { quiet: true }));
      bound(answer.recoveryCodes);
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure;
      if (failure.findings.length > 0) setFindings(Object.fromEntries(failure.findings.map((each) => [each.field, each.message])));
      else if (failure.code !== 4) toast.failed(failure.message);
    } finally {
      setSending(false);
    }
  };
  return (
    <form className="factor-bind" onSubmit={send} noValidate>
      <QRCode value={started.uri} size={168} color="black" bgColor="white" className="factor-code" />
      <div className="factor-steps">
        <p>{t("app:factor.scan")}</p>
        <p className="soft">
          {t("app:factor.byHand")} <code className="mono factor-secret">{started.secret.replaceAll(/(.{4})(?=.)/g, "$1 ")}</code>
        </p>
        {CODES.map((name) => (
          <div key={name} className="stacked-field">
            <label htmlFor={`${id}-${name}`}>{t(`app:factor.${name}`)}</label>
            <Input
              id={`${id}-${name}`}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={6}
              value={values[name]}
              {...(findings[name] ? { status: "error" as const, "aria-invalid": true } : {})}
              onChange={(event) => {
                setValues({ ...values, [name]: event.target.value.replaceAll(/\D/g, "") });
                setFindings({ ...findings, [name]: undefined });
              }}
            />
            {findings[name] && (
              <p className="finding" role="alert">
                {findings[name]}
              </p>
            )}
          </div>
        ))}
        <div className="stacked-actions">
          <Button type="primary" htmlType="submit" loading={busy(sending)}>
            {t("app:factor.confirm")}
          </Button>
          <Button onClick={cancel}>{t("platform:action.cancel")}</Button>
        </div>
      </div>
    </form>
  );
}

/** Shown once: the server keeps their hashes alone. */
function RecoveryCodes({ codes, done }: { codes: string[]; done(): void }) {
  const t = useText();
  const copy = async () => {
    if (await copyText(codes.join("\n"))) toast.info(t("app:factor.codesCopied"));
    else toast.warn(t("app:factor.codesByHand"));
  };
  return (
    <>
      <p>{t("app:factor.codes")}</p>
      <ul className="recovery-codes mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="stacked-actions">
        <Button onClick={() => void copy()}>{t("platform:action.copy")}</Button>
        <Button type="primary" onClick={done}>
          {t("app:factor.noted")}
        </Button>
      </div>
    </>
  );
}
