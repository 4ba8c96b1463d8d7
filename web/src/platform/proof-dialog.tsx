import { Input, Modal } from "antd";
import { useId, useState } from "react";
import { busy } from "@/platform/busy";
import { endProof, prove } from "@/platform/call/proof";
import { useText } from "@/platform/i18n";
import { ThemeProvider } from "@/platform/theme/theme-provider";

/** Asks for the password of whoever is logged in; Escape and 取消 give up the call that wanted it. */
export default function ProofDialog({ message }: { message: string }) {
  const t = useText();
  const id = useId();
  const [password, setPassword] = useState("");
  const [finding, setFinding] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const send = async () => {
    if (sending) return;
    if (!password) return setFinding(t("platform:form.required", { label: t("platform:proof.password") }));
    setSending(true);
    const wrong = await prove(password);
    if (wrong === null) return;
    setSending(false);
    setFinding(wrong);
  };
  return (
    <ThemeProvider>
      <Modal
        open
        centered
        width={400}
        title={t("platform:proof.title")}
        okText={t("platform:action.ok")}
        cancelText={t("platform:action.cancel")}
        okButtonProps={{ loading: busy(sending) }}
        mask={{ closable: false }}
        onOk={() => void send()}
        onCancel={() => endProof(false)}
      >
        <div className="form-field">
          <p>{message}</p>
          <label htmlFor={id}>{t("platform:proof.password")}</label>
          <Input.Password
            id={id}
            autoFocus
            autoComplete="current-password"
            maxLength={128}
            value={password}
            status={finding ? "error" : ""}
            aria-invalid={finding !== null}
            aria-describedby={`${id}-finding`}
            onChange={(event) => {
              setPassword(event.target.value);
              setFinding(null);
            }}
            onPressEnter={() => void send()}
          />
          <p id={`${id}-finding`} className="finding" role="alert">
            {finding}
          </p>
        </div>
      </Modal>
    </ThemeProvider>
  );
}
