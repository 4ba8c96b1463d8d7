import { useSearch } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { Brand } from "@/app/brand";
import type { TokenAnswer } from "@/app/login/login-call";
import { CodeForm, type Wanted, enterNamed, wantedBy } from "@/app/login/named";
import { post } from "@/platform/call/client";
import { useText } from "@/platform/i18n";
import { goTo } from "@/platform/navigate";
import { definePage } from "@/platform/page-registry";

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

/** Token log-in, menus, buttons. Answers the page that opens. */
async function enter(token: string, code?: string): Promise<string> {
  const asked = code ? { token, code } : { token };
  return enterNamed(await post<Partial<TokenAnswer>>("/hrs/org/sourceLoginOfEf", asked, { quiet: true }));
}

export default definePage({ page: HandoffPage });
