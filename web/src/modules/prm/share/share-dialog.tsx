/** 共享: what of a partner is shared with which company; then the link, which is told once. */
import { useQuery } from "@tanstack/react-query";
import { Button, Modal } from "antd";
import { useState } from "react";
import { SHARES, type Shareable, type Told, optionsOf, shareFields } from "@/modules/prm/share/share";
import { get, post } from "@/platform/call/client";
import type { Row } from "@/platform/contract";
import { CopyLine } from "@/platform/copy-line";
import { useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { MoveDialog } from "@/platform/move-dialog";
import { PageLoading } from "@/platform/page-loading";
import "../prm.css";

const DAYS = 7;

export function ShareDialog({ partner, close }: { partner: Row; close(): void }) {
  const t = useText();
  const [told, setTold] = useState<Told | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ["prm.shareable", partner.id],
    gcTime: 0,
    staleTime: 0,
    queryFn: () => get<Shareable>(`${SHARES}/fields`, { coopId: String(partner.id) }, { quiet: true }),
  });
  if (told) return <ToldOnce told={told} close={close} />;
  const title = t("prm:share.title", { name: String(partner["coopName"] ?? "") });
  if (!data || error) {
    return (
      <Modal open width={520} title={title} footer={null} onCancel={close}>
        {error ? <LoadFailed message={error.message} retry={() => void refetch()} /> : <PageLoading rows={5} />}
      </Modal>
    );
  }
  return (
    <MoveDialog<Told>
      title={title}
      ok={t("prm:share.ok")}
      width={520}
      said={t("prm:share.made")}
      note={<p className="soft prm-note">{t("prm:share.note")}</p>}
      fields={shareFields(data.fields)}
      initial={{ company: data.company, days: DAYS, fields: optionsOf(data.fields).map(({ value }) => value) }}
      send={(body) => post<Told>(SHARES, { ...body, coopId: partner.id, fields: body["fields"] ?? [] }, { quiet: true })}
      done={setTold}
      close={close}
    />
  );
}

/** The link is kept nowhere, so nothing but the button closes the dialog. */
function ToldOnce({ told, close }: { told: Told; close(): void }) {
  const t = useText();
  return (
    <Modal
      open
      width={520}
      title={t("prm:share.toldTitle", { company: told.peerName, number: told.shareNo })}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={
        <Button type="primary" onClick={close}>
          {t("prm:share.noted")}
        </Button>
      }
    >
      <p className="page-note tone-warning prm-note">{t("prm:share.once")}</p>
      <CopyLine
        label={t("prm:share.url")}
        text={new URL(told.url, window.location.origin).href}
        copied={t("prm:share.copied")}
        byHand={t("prm:share.byHand")}
      />
      <p className="soft tabular">{t("prm:share.until", { time: told.expireTime.slice(0, 16) })}</p>
    </Modal>
  );
}
