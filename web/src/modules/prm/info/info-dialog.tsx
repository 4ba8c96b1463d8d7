/** A data sheet: what was filled in beside what is known, and taking over what somebody has looked at and ticked. */
import { useQuery } from "@tanstack/react-query";
import { Button, Modal } from "antd";
import { useState } from "react";
import { Comparison } from "@/modules/prm/info/comparison";
import { type Adopted, type Info, differing } from "@/modules/prm/info/info";
import { RejectDialog } from "@/modules/prm/info/reject-dialog";
import { SheetHead, SheetRest } from "@/modules/prm/info/sheet-parts";
import { busy } from "@/platform/busy";
import { get, post } from "@/platform/call/client";
import { submit } from "@/platform/call/submit";
import type { Finding } from "@/platform/contract";
import { useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { PageLoading } from "@/platform/page-loading";
import { useCan } from "@/platform/session";
import { toast } from "@/platform/toast";
import "../prm.css";

interface InfoDialogProps {
  id: string;
  changed(): void;
  close(): void;
}

export function InfoDialog({ id, changed, close }: InfoDialogProps) {
  const t = useText();
  const { data, error, refetch } = useQuery({
    queryKey: ["prm.info", id],
    gcTime: 0,
    staleTime: 0,
    queryFn: () => get<Info>(`/prm/coopInfo/${encodeURIComponent(id)}`, undefined, { quiet: true }),
  });
  if (data && !error) {
    const again = () => {
      changed();
      void refetch();
    };
    const key = `${data.version} ${data.coopVersion}`;
    return <Sheet key={key} info={data} changed={changed} again={again} close={close} />;
  }
  return (
    <Modal open width={880} title={t("prm:info.title")} footer={null} onCancel={close}>
      {error ? <LoadFailed message={error.message} retry={() => void refetch()} /> : <PageLoading rows={8} />}
    </Modal>
  );
}

interface SheetProps {
  info: Info;
  changed(): void;
  /** Somebody else was first: shows what is there now. */
  again(): void;
  close(): void;
}

function Sheet({ info, changed, again, close }: SheetProps) {
  const t = useText();
  const { comparison, data, state, coopId } = info;
  const mayEdit = useCan("prm-coop-edit");
  const mayAdd = useCan("prm-coop-add");
  const mayReject = useCan("prm-coop-invite") && state === "SUBMITTED";
  const mayAdopt = (coopId ? mayEdit : mayAdd) && state === "SUBMITTED";
  const [ticked, setTicked] = useState(() => differing(comparison));
  const [rejecting, setRejecting] = useState(false);
  const { adopt, sending, findings } = useAdoption(info, { changed, again, close });
  if (rejecting) return <RejectDialog row={{ ...info }} changed={changed} close={close} />;
  const apart = findings.filter(({ field }) => !comparison.some((line) => line.field === field));
  return (
    <Modal
      open
      width={880}
      title={t("prm:info.titleOf", { name: info.coopName, number: info.requestNo })}
      onCancel={close}
      footer={[
        <Button key="close" onClick={close}>
          {t("platform:action.close")}
        </Button>,
        mayReject && (
          <Button key="reject" danger onClick={() => setRejecting(true)}>
            {t("prm:info.reject")}
          </Button>
        ),
        mayAdopt && (
          <Button
            key="adopt"
            type="primary"
            loading={busy(sending)}
            disabled={ticked.length === 0}
            onClick={() => void adopt(ticked)}
          >
            {t("prm:info.adopt", { n: ticked.length })}
          </Button>
        ),
      ]}
    >
      <SheetHead info={info} />
      {apart.length > 0 && (
        <ul role="alert" className="prm-note">
          {apart.map((each) => (
            <li key={each.key} className="finding">
              {each.message}
            </li>
          ))}
        </ul>
      )}
      {data ? (
        <>
          {mayAdopt && <p className="soft prm-note">{t(coopId ? "prm:info.noteKnown" : "prm:info.noteNew")}</p>}
          <Comparison lines={comparison} ticked={mayAdopt ? ticked : null} tick={setTicked} findings={findings} />
          <SheetRest info={info} data={data} />
        </>
      ) : (
        <p className="empty">{t("prm:info.blank")}</p>
      )}
    </Modal>
  );
}

/** Sends what was ticked with the versions that were looked at. */
function useAdoption(info: Info, { changed, again, close }: Omit<SheetProps, "info">) {
  const t = useText();
  const [sending, setSending] = useState(false);
  const [findings, setFindings] = useState<Finding[]>([]);
  const run = async (fields: string[]) => {
    const body = { version: info.version, coopVersion: info.coopVersion, fields };
    const path = `/prm/coopInfo/${encodeURIComponent(info.id)}/adopt`;
    const result = await submit(() => post<Adopted>(path, body, { quiet: true }), { done: false });
    setFindings(result.kind === "findings" ? result.findings : []);
    if (result.kind === "stale" && result.reload) again();
    if (result.kind !== "saved") return;
    const { coopId, coopCode, changes } = result.data;
    const link = { href: `/prm_coop_edit?coopId=${encodeURIComponent(coopId)}`, text: t("prm:info.openPartner") };
    toast.linked(t("prm:info.adopted", { code: coopCode, n: changes.length }), link);
    changed();
    close();
  };
  const adopt = async (fields: string[]) => {
    if (sending) return;
    setSending(true);
    try {
      await run(fields);
    } finally {
      setSending(false);
    }
  };
  return { adopt, sending, findings };
}
