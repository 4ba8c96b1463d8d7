import { useEffect, useState } from "react";
import { Finding, status } from "@/app/login/login-parts";
import { CallError } from "@/platform/call/client";
import { useText } from "@/platform/i18n";
import { toast } from "@/platform/toast";

/** Seconds until another mail may be asked for. */
const PAUSE = 60;

interface CodeFieldProps {
  id: string;
  value: string;
  change(code: string): void;
  finding: string | undefined;
  /** Has a code sent by mail, for who does not have the authenticator at hand. */
  sendMail(): Promise<{ code: number; messageInfo: string }>;
}

/** Appears when the server has said that the password was right and a code is wanted. */
export function CodeField({ id, value, change, finding, sendMail }: CodeFieldProps) {
  return (
    <>
      <CodeInput id={id} value={value} change={change} finding={finding} />
      <MailButton sendMail={sendMail} />
    </>
  );
}

/** The box for a code of the authenticator. */
export function CodeInput({ id, value, change, finding }: Omit<CodeFieldProps, "sendMail">) {
  const t = useText();
  return (
    <>
      <label htmlFor={id}>{t("app:login.code")}</label>
      <input
        id={id}
        className="text-input"
        autoFocus
        autoComplete="one-time-code"
        placeholder={t("app:login.codeHint")}
        value={value}
        maxLength={20}
        {...status(finding, `${id}-finding`)}
        onChange={(event) => change(event.target.value)}
      />
      <Finding id={`${id}-finding`} text={finding} />
    </>
  );
}

function MailButton({ sendMail }: Pick<CodeFieldProps, "sendMail">) {
  const t = useText();
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  const send = async () => {
    setLeft(PAUSE);
    try {
      const { code, messageInfo } = await sendMail();
      if (code === 0) return toast.done(messageInfo);
      toast.error(messageInfo);
    } catch (error) {
      // The call client has shown what went wrong.
      if (!(error instanceof CallError)) throw error;
    }
    setLeft(0);
  };
  return (
    <button type="button" className="link-button login-mail-code" disabled={left > 0} onClick={() => void send()}>
      {left > 0 ? t("app:login.mailAgain", { n: left }) : t("app:login.mailCode")}
    </button>
  );
}
