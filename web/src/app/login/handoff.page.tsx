import { useSearch } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { Brand } from "@/app/brand";
import { endSession } from "@/app/guard";
import type { TokenAnswer } from "@/app/login/login-call";
import { post } from "@/platform/call/client";
import { openLanguage } from "@/platform/catalogue-words";
import { chosenLanguage, useText } from "@/platform/i18n";
import { goTo } from "@/platform/navigate";
import { definePage } from "@/platform/page-registry";
import { ensurePermission, forgetPermission } from "@/platform/permission";
import { useSession } from "@/platform/session";

/** A user arrives from another system with a token that works once. */
function HandoffPage() {
  const t = useText();
  const { token: asked } = useSearch({ strict: false }) as { token?: string };
  const [token] = useState(() => asked?.trim() ?? "");
  const [failed, setFailed] = useState(token === "");
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current || token === "") return;
    begun.current = true;
    // Neither address bar nor history keeps the token.
    goTo("/efForLogin", { replace: true });
    void enter(token).then(
      () => goTo("/dashboard", { replace: true }),
      () => setFailed(true),
    );
  }, [token]);
  return (
    <main className="notice-page">
      <Brand />
      <h1>{t("app:handoff.title")}</h1>
      {failed ? <p role="alert">{t("app:handoff.invalid")}</p> : <p role="status">{t("app:handoff.loading")}</p>}
    </main>
  );
}

/** Token log-in, menus, buttons; nothing of a session stays when one of them fails. */
async function enter(token: string): Promise<void> {
  const answer = await post<Partial<TokenAnswer>>("/hrs/org/sourceLoginOfEf", { token }, { quiet: true });
  const { access_token: access, code: _code, messageInfo: _message, ...user } = answer;
  const { userId, orgId } = user;
  if (!access || !userId || !orgId) throw new Error("an answer without a session");
  try {
    forgetPermission();
    useSession.getState().enter(access, { ...user, userId, orgId }, user.loginType ?? 0);
    // Until the password is changed no other page opens, so its menus are not asked for.
    if (!user.mustChangePassword) await ensurePermission(true);
    await openLanguage(user.pageLanguage || chosenLanguage());
  } catch (error) {
    endSession();
    throw error;
  }
}

export default definePage({ page: HandoffPage });
