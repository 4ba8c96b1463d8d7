/** What log-ins share whose user was named by another system: the code that may be wanted, and the session. */
import { type FormEvent, useId, useState } from "react";
import { endSession } from "@/app/guard";
import { CodeInput } from "@/app/login/code-field";
import type { TokenAnswer } from "@/app/login/login-call";
import { CallError } from "@/platform/call/client";
import { openLanguage } from "@/platform/catalogue-words";
import { chosenLanguage, useText } from "@/platform/i18n";
import { ensurePermission, forgetPermission } from "@/platform/permission";
import { isLimited, useSession } from "@/platform/session";

/** The code of a second factor is asked for: the pass stands for the log-in, which is used up. */
export interface Wanted {
  pass: string;
  finding: string | undefined;
}

export function wantedBy(error: unknown): Wanted | null {
  if (!(error instanceof CallError)) return null;
  const data = error.data as { secondFactor?: boolean; token?: string } | null;
  return data?.secondFactor && data.token ? { pass: data.token, finding: error.message } : null;
}

export function CodeForm({ finding, give }: { finding: string | undefined; give(code: string): Promise<void> }) {
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
      <CodeInput id={id} value={code} change={setCode} finding={finding} />
      <button type="submit" className="plain-button primary large" aria-busy={busy}>
        {t("app:login.submit")}
      </button>
    </form>
  );
}

/** The session of an answer, its menus and buttons; nothing of it stays when one of them fails. Answers the page that opens. */
export async function enterNamed(answer: Partial<TokenAnswer>, home = "/dashboard"): Promise<string> {
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
    return limited ? "/resetPassword" : home;
  } catch (error) {
    endSession();
    throw error;
  }
}
