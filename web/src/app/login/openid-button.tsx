import { useSearch } from "@tanstack/react-router";
import { useEffect, useId, useState } from "react";
import { Finding } from "@/app/login/login-parts";
import { leaveForProvider, noteFault, notedFault } from "@/app/login/openid";
import { boot } from "@/platform/boot";
import { CallError } from "@/platform/call/client";
import { labelText, useText } from "@/platform/i18n";

/** The way to the provider of log-ins, with what went wrong on it. */
export default function OpenIdButton() {
  const t = useText();
  const id = useId();
  const { redirect } = useSearch({ strict: false }) as { redirect?: string };
  const [finding, setFinding] = useState(notedFault);
  const [busy, setBusy] = useState(false);
  useEffect(() => noteFault(""), []);
  const leave = async () => {
    if (busy) return;
    setBusy(true);
    setFinding("");
    try {
      await leaveForProvider(redirect);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setFinding(error.message);
      setBusy(false);
    }
  };
  return (
    <div className="login-fields">
      <button
        type="button"
        className="plain-button large"
        aria-busy={busy}
        aria-describedby={finding ? `${id}-finding` : undefined}
        onClick={() => void leave()}
      >
        {t("app:openid.button", { name: labelText(boot().openid) })}
      </button>
      <Finding id={`${id}-finding`} text={finding} />
    </div>
  );
}
