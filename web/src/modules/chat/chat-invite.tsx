import { Button } from "antd";
import { type FormEvent, useState } from "react";
import { invite } from "@/modules/chat/chat-calls";
import { CallError } from "@/platform/call/client";
import { refreshTopics } from "@/platform/chat/chat-account";
import { useText } from "@/platform/i18n";
import { toast } from "@/platform/toast";

/** Mails a partner without an account the link of a chat page. */
export function ChatInvite({ done }: { done(accid: string): void }) {
  const t = useText();
  const [values, setValues] = useState({ name: "", email: "" });
  const [english, setEnglish] = useState(false);
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [waiting, setWaiting] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setWaiting(true);
    setFaults({});
    try {
      const { accid } = await invite({ ...values, language: english ? "en-US" : "zh-CN" });
      toast.done(t("chat:invite.sent", { email: values.email }));
      await refreshTopics();
      done(accid);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setFaults(Object.fromEntries(error.findings.map(({ field, message }) => [field, message])));
      if (error.findings.length === 0) toast.failed(error.message);
    } finally {
      setWaiting(false);
    }
  };
  const field = (name: "name" | "email", label: string, max: number) => (
    <label>
      <span>{label}</span>
      <input
        className="chat-input"
        name={name}
        maxLength={max}
        aria-invalid={name in faults}
        value={values[name]}
        onChange={(event) => setValues({ ...values, [name]: event.target.value })}
      />
      {faults[name] && (
        <span className="chat-fault" role="alert">
          {faults[name]}
        </span>
      )}
    </label>
  );
  return (
    <form className="chat-invite" noValidate aria-label={t("chat:invite.title")} onSubmit={(event) => void submit(event)}>
      <p className="soft">{t("chat:invite.note")}</p>
      {field("name", t("chat:invite.name"), 40)}
      {field("email", t("chat:invite.email"), 80)}
      <label className="chat-check">
        <input type="checkbox" checked={english} onChange={(event) => setEnglish(event.target.checked)} />
        <span>{t("chat:invite.english")}</span>
      </label>
      <Button type="primary" htmlType="submit" loading={waiting}>
        {t("chat:invite.send")}
      </Button>
    </form>
  );
}
