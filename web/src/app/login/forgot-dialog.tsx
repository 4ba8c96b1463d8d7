/** 忘记密码: asks for a link by mail. What is answered does not tell whether there is such a login. */
import { Modal } from "antd";
import { type FormEvent, useId, useState } from "react";
import { DEFAULT_DIALLING } from "@/app/login/dialling-codes";
import type { Credentials } from "@/app/login/login-call";
import { DiallingChoice, Finding, status } from "@/app/login/login-parts";
import { loginFinding, tidy } from "@/app/login/login-rules";
import { busy } from "@/platform/busy";
import { CallError, post } from "@/platform/call/client";
import { useText } from "@/platform/i18n";
import { ThemeProvider } from "@/platform/theme/theme-provider";

type Asked = Omit<Credentials, "password" | "type"> & { type: 0 | 1 };

interface ForgotDialogProps {
  /** What was typed already. */
  start: Credentials;
  close(): void;
}

export default function ForgotDialog({ start, close }: ForgotDialogProps) {
  const t = useText();
  const [asked, setAsked] = useState<Asked>(() => ({
    type: start.type === 0 ? 0 : 1,
    dialling: start.dialling || DEFAULT_DIALLING,
    login: start.type === 2 ? "" : start.login,
  }));
  const [finding, setFinding] = useState<string>();
  const [state, setState] = useState<"open" | "sending" | "sent">("open");

  const change = (part: Partial<Asked>) => {
    setAsked((before) => ({ ...before, ...part }));
    setFinding(undefined);
  };
  const send = async () => {
    const tidied = { ...asked, login: tidy(asked) };
    const wrong = loginFinding(tidied);
    if (wrong) return setFinding(t(wrong));
    if (state !== "open") return;
    setState("sending");
    try {
      await post("/auth/password/forgot", bodyOf(tidied));
      setState("sent");
    } catch (error) {
      setState("open");
      if (!(error instanceof CallError)) throw error;
    }
  };
  const sent = state === "sent";
  return (
    <ThemeProvider>
      <Modal
        open
        centered
        width={420}
        title={t("app:forgot.title")}
        mask={{ closable: false }}
        okText={sent ? t("platform:action.ok") : t("app:forgot.send")}
        cancelText={t("platform:action.cancel")}
        okButtonProps={{ loading: busy(state === "sending") }}
        cancelButtonProps={sent ? { hidden: true } : {}}
        onOk={() => (sent ? close() : void send())}
        onCancel={close}
      >
        {sent ? <Sent /> : <Ask asked={asked} finding={finding} change={change} send={() => void send()} />}
      </Modal>
    </ThemeProvider>
  );
}

function bodyOf({ type, dialling, login }: Asked) {
  return type === 0 ? { phoneNumber: login, internationalCountryCode: dialling } : { userEmail: login };
}

function Sent() {
  const t = useText();
  return (
    <div className="login-fields" role="status">
      <p>{t("app:forgot.sent")}</p>
      <p className="soft">{t("app:forgot.sentMore")}</p>
    </div>
  );
}

interface AskProps {
  asked: Asked;
  finding: string | undefined;
  change(part: Partial<Asked>): void;
  send(): void;
}

function Ask({ asked, finding, change, send }: AskProps) {
  const t = useText();
  const id = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The dialog lies inside the form of the log-in for React, not for the page.
    event.stopPropagation();
    send();
  };
  return (
    <form className="login-fields" onSubmit={submit} noValidate>
      <p className="soft">{t("app:forgot.text")}</p>
      <fieldset className="login-ways">
        <legend className="sr-only">{t("app:forgot.way")}</legend>
        {([0, 1] as const).map((type) => (
          <label key={type} className="check">
            <input
              type="radio"
              name={`${id}-way`}
              checked={asked.type === type}
              onChange={() => change({ type, login: "" })}
            />
            {t(type === 0 ? "app:forgot.phone" : "app:forgot.email")}
          </label>
        ))}
      </fieldset>
      <label htmlFor={id}>{t(asked.type === 0 ? "app:login.phoneLabel" : "app:login.emailLabel")}</label>
      <div className="login-account">
        {asked.type === 0 && (
          <DiallingChoice id={`${id}-area`} value={asked.dialling} choose={(dialling) => change({ dialling })} />
        )}
        <input
          id={id}
          className="text-input"
          autoFocus
          inputMode={asked.type === 0 ? "tel" : "email"}
          autoComplete="username"
          maxLength={100}
          value={asked.login}
          {...status(finding, `${id}-finding`)}
          onChange={(event) => change({ login: event.target.value })}
        />
      </div>
      <Finding id={`${id}-finding`} text={finding} />
    </form>
  );
}
