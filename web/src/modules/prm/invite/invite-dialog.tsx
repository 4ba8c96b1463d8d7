/** 资料邀请: a link behind which a partner fills in its data. It is told once. */
import { Button, Modal, QRCode } from "antd";
import { useState } from "react";
import { inviteBody, inviteFields } from "@/modules/prm/invite/invite-fields";
import { post } from "@/platform/call/client";
import type { Row } from "@/platform/contract";
import { CopyLine } from "@/platform/copy-line";
import { useText } from "@/platform/i18n";
import { MoveDialog } from "@/platform/move-dialog";
import "../prm.css";

interface Invited {
  requestNo: string;
  coopName: string;
  url: string;
  code: string;
  expireTime: string;
}

/** What was answered, and where it was mailed. */
type Told = Invited & { email: string };

export function InviteDialog({ partner, close }: { partner: Row | null; close(): void }) {
  const t = useText();
  const [told, setTold] = useState<Told | null>(null);
  if (told) return <ToldOnce told={told} close={close} />;
  const name = String(partner?.["coopName"] ?? "");
  return (
    <MoveDialog<Told>
      title={partner ? t("prm:invite.titleOf", { name }) : t("prm:invite.titleNew")}
      ok={t("prm:invite.ok")}
      said={t("prm:invite.made")}
      note={<p className="soft prm-note">{t(partner ? "prm:invite.noteOf" : "prm:invite.noteNew")}</p>}
      fields={inviteFields(partner)}
      initial={{ language: "zh-CN" }}
      send={async (body) => {
        const answer = await post<Invited>("/prm/coopInfo/invite", inviteBody(partner, body), { quiet: true });
        return { ...answer, email: String(body["email"] ?? "") };
      }}
      done={setTold}
      close={close}
    />
  );
}

const QR_SIZE = 120;

/** The link is kept nowhere, so nothing but the button closes the dialog. */
function ToldOnce({ told, close }: { told: Told; close(): void }) {
  const t = useText();
  const url = new URL(told.url, window.location.origin).href;
  const words = { copied: t("prm:invite.copied"), byHand: t("prm:invite.byHand") };
  return (
    <Modal
      open
      width={520}
      title={t("prm:invite.toldTitle", { name: told.coopName, number: told.requestNo })}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={
        <Button type="primary" onClick={close}>
          {t("prm:invite.noted")}
        </Button>
      }
    >
      <p className="page-note tone-warning prm-note">{t("prm:invite.once")}</p>
      <CopyLine label={t("prm:invite.url")} text={url} {...words} />
      <CopyLine label={t("prm:invite.code")} text={told.code} {...words} />
      <div className="prm-code" role="img" aria-label={t("prm:invite.qr")}>
        <QRCode value={url} size={QR_SIZE} type="svg" bordered={false} color="#000000" bgColor="#ffffff" />
      </div>
      <p className="soft tabular">
        {t("prm:invite.until", { time: told.expireTime.slice(0, 16) })}
        {told.email && ` ${t("prm:invite.mailed", { email: told.email })}`}
      </p>
    </Modal>
  );
}
