import { useSearch } from "@tanstack/react-router";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { Brand } from "@/app/brand";
import { endSession } from "@/app/guard";
import type { TokenAnswer } from "@/app/login/login-call";
import { Finding, status } from "@/app/login/login-parts";
import { CallError, post } from "@/platform/call/client";
import { openLanguage } from "@/platform/catalogue-words";
import { chosenLanguage, useText } from "@/platform/i18n";
import { goTo } from "@/platform/navigate";
import { definePage } from "@/platform/page-registry";
import { ensurePermission, forgetPermission } from "@/platform/permission";
import { isLimited, useSession } from "@/platform/session";

/** A user arrives from another system with a token that works once. */
function HandoffPage() {
  const t = useText();
  const { token: asked } = useSearch({ strict: false }) as { token?: string };
  const [token] = useState(() => asked?.trim() ?? "");
  const [failed, setFailed] = useState(token === "");
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current || token === "") return;
    begun.current = true;
    // Neither address bar nor history keeps the token.
    goTo("/efForLogin", { replace: true });
    void enter(token).then(
      (page) => goTo(page, { replace: true }),
      (error: unknown) => {
        const next = wantedBy(error);
        if (next) setWanted({ ...next, finding: undefined });
        else setFailed(true);
      },
    );
  }, [token]);
  const give = async (code: string) => {
    if (!wanted) return;
    try {
      goTo(await enter(wanted.pass, code), { replace: true });
    } catch (error) {
      const next = wantedBy(error);
      setWanted(next);
      if (!next) setFailed(true);
    }
  };
  return (
    <main className="notice-page">
      <Brand />
      <h1>{t("app:handoff.title")}</h1>
      {wanted && !failed ? (
        <CodeForm finding={wanted.finding} give={give} />
      ) : failed ? (
        <p role="alert">{t("app:handoff.invalid")}</p>
      ) : (
        <p role="status">{t("app:handoff.loading")}</p>
      )}
    </main>
  );
}

/** The code of a second factor is asked for: the pass stands for the token, which is used up. */
interface Wanted {
  pass: string;
  finding: string | undefined;
}

function wantedBy(error: unknown): Wanted | null {
  if (!(error instanceof CallError)) return null;
  const data = error.data as { secondFactor?: boolean; token?: string } | null;
  return data?.secondFactor && data.token ? { pass: data.token, finding: error.message } : null;
}

function CodeForm({ finding, give }: { finding: string | undefined; give(code: string): Promise<void> }) {
  const t = useText();
  const id = useId();
  const [code, setCode] = useState("");
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || code.trim() === "") return;
    setBusy(true);
    await give(code.trim());
    setBusy(false);
    setCode("");
  };
  return (
    <form className="login-fields" onSubmit={(event) => void submit(event)} noValidate>
      <label htmlFor={id}>{t("app:login.code")}</label>
      <input
        id={id}
        className="text-input"
        autoFocus
        autoComplete="one-time-code"
        placeholder={t("app:login.codeHint")}
        value={code}
        maxLength={20}
        {...status(finding, `${id}-finding`)}
        onChange={(event) => setCode(event.target.value)}
      />
      <Finding id={`${id}-finding`} text={finding} />
      <button type="submit" className="plain-button primary large" aria-busy={busy}>
        {t("app:login.submit")}
      </button>
    </form>
  );
}

/** Token log-in, menus, buttons; nothing of a session stays when one of them fails. Answers the page that opens. */
async function enter(token: string, code?: string): Promise<string> {
  const asked = code ? { token, code } : { token };
  const answer = await post<Partial<TokenAnswer>>("/hrs/org/sourceLoginOfEf", asked, { quiet: true });
  const { access_token: access, code: _code, messageInfo: _message, ...user } = answer;
  const { userId, orgId } = user;
  if (!access || !userId || !orgId) throw new Error("an answer without a session");
  try {
    forgetPermission();
    useSession.getState().enter(access, { ...user, userId, orgId }, user.loginType ?? 0);
    // Until the second factor is bound no other page opens, so its menus are not asked for.
    const limited = isLimited({ ...user, userId, orgId });
    if (!limited) await ensurePermission(true);
    await openLanguage(user.pageLanguage || chosenLanguage());
    return limited ? "/resetPassword" : "/dashboard";
  } catch (error) {
    endSession();
    throw error;
  }
}

export default definePage({ page: HandoffPage });
