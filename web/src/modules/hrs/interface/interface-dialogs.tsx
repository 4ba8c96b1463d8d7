/** A token shown once, and what was said in a call. */
import { Button, Modal } from "antd";
import { type InterfaceDialog, closeInterface } from "@/modules/hrs/interface/interface-store";
import { copyText } from "@/platform/clipboard";
import { useText } from "@/platform/i18n";
import { toast } from "@/platform/toast";

export function InterfaceDialogs({ open }: { open: InterfaceDialog }) {
  if (open.dialog === "token") return <TokenDialog {...open} />;
  return <CallDialog {...open} />;
}

/** It is kept nowhere, so nothing but its own button closes the dialog. */
function TokenDialog({ name, token }: { name: string; token: string }) {
  const t = useText();
  const copy = async () => {
    // The toast does not repeat the token: others may look at the screen.
    if (await copyText(token)) toast.info(t("hrs:interface.tokenCopied"));
    else toast.warn(t("hrs:interface.tokenByHand"));
  };
  return (
    <Modal
      open
      centered
      width={480}
      title={t("hrs:interface.tokenOf", { name })}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={
        <Button type="primary" onClick={closeInterface}>
          {t("hrs:interface.tokenNoted")}
        </Button>
      }
    >
      <p className="shown-secret">
        <code className="mono">{token}</code>
        <Button onClick={() => void copy()}>{t("platform:action.copy")}</Button>
      </p>
      <p className="soft">{t("hrs:interface.tokenOnce")}</p>
    </Modal>
  );
}

function CallDialog({ title, request, response }: { title: string; request: string; response: string }) {
  const t = useText();
  return (
    <Modal open width={760} title={title} footer={null} onCancel={closeInterface}>
      <h3 className="interface-part">{t("hrs:interface.request")}</h3>
      <pre className="interface-body mono">{request || t("hrs:interface.nothing")}</pre>
      <h3 className="interface-part">{t("hrs:interface.response")}</h3>
      <pre className="interface-body mono">{response || t("hrs:interface.nothing")}</pre>
    </Modal>
  );
}
