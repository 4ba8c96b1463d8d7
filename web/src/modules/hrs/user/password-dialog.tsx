import { Button, Modal } from "antd";
import { copyText } from "@/platform/clipboard";
import { useText } from "@/platform/i18n";
import { toast } from "@/platform/toast";

interface PasswordDialogProps {
  name: string;
  password: string;
  close(): void;
}

/** A one-time password. It is kept nowhere, so nothing but its own button closes the dialog. */
export function PasswordDialog({ name, password, close }: PasswordDialogProps) {
  const t = useText();
  const copy = async () => {
    // The toast does not repeat the password: others may look at the screen.
    if (await copyText(password)) toast.info(t("hrs:user.passwordCopied"));
    else toast.warn(t("hrs:user.passwordByHand"));
  };
  return (
    <Modal
      open
      centered
      width={420}
      title={t("hrs:user.passwordOf", { name })}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={
        <Button type="primary" onClick={close}>
          {t("hrs:user.passwordNoted")}
        </Button>
      }
    >
      <p className="shown-secret">
        <code className="mono">{password}</code>
        <Button onClick={() => void copy()}>{t("platform:action.copy")}</Button>
      </p>
      <p>{t("hrs:user.passwordFirst")}</p>
      <p className="soft">{t("hrs:user.passwordOnce")}</p>
    </Modal>
  );
}
