/** 发送询价: whom to ask, in which language, until when; then the link of each agent, which is told once. */
import { useQuery } from "@tanstack/react-query";
import { Button, Modal } from "antd";
import { useState } from "react";
import { get, post } from "@/platform/call/client";
import type { Field, Row } from "@/platform/contract";
import { CopyLine } from "@/platform/copy-line";
import { labelPair, useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { MoveDialog } from "@/platform/move-dialog";
import { PageLoading } from "@/platform/page-loading";

interface Proposal {
  agents: { value: string; label: string; hint: string }[];
  answerBy: string;
}

export interface Sent {
  mailed: number;
  links: { askedId: string; agentName: string; email: string; url: string }[];
}

interface SendDialogProps {
  row: Row;
  path: string;
  reload(): void;
  close(): void;
}

export function SendDialog({ row, path, reload, close }: SendDialogProps) {
  const t = useText();
  const [sent, setSent] = useState<Sent | null>(null);
  const title = t("inquiry:send.title", { code: String(row["inquiryCode"] ?? "") });
  const { data, error, refetch } = useQuery({
    queryKey: ["inquiry.agents", row.id],
    gcTime: 0,
    staleTime: 0,
    queryFn: () => get<Proposal>(path.replace(/send$/, "agents"), undefined, { quiet: true }),
  });
  if (sent) return <Links sent={sent} title={title} close={close} />;
  if (!data || error) {
    return (
      <Modal open width={560} title={title} footer={null} onCancel={close}>
        {error ? <LoadFailed message={error.message} retry={() => void refetch()} /> : <PageLoading rows={4} />}
      </Modal>
    );
  }
  return (
    <MoveDialog<Sent>
      title={title}
      ok={t("inquiry:send.ok")}
      width={560}
      said={false}
      note={<p className="soft inquiry-note">{t("inquiry:send.note")}</p>}
      fields={fieldsOf()}
      initial={{ agents: data.agents.map(({ value }) => value), language: null, answerBy: data.answerBy }}
      send={(body) => post<Sent>(path, { ...body, agents: body["agents"] ?? [], version: row["version"] }, { quiet: true })}
      done={(answer) => {
        reload();
        setSent(answer);
      }}
      stale={reload}
      close={close}
    />
  );
}

function fieldsOf(): Field[] {
  const languages = [
    { value: "zh-CN", label: labelPair("inquiry:send.chinese") },
    { value: "en-US", label: labelPair("inquiry:send.english") },
  ];
  return [
    { name: "agents", kind: "multi", reference: "inquiryAgent", required: true, label: labelPair("inquiry:send.agents") },
    {
      name: "language", kind: "select", options: languages, label: labelPair("inquiry:send.language"),
      help: labelPair("inquiry:send.languageHelp"),
    },
    { name: "answerBy", kind: "instant", required: true, label: labelPair("inquiry:send.answerBy") },
  ];
}

/** The links: whoever closes this sees them no more. */
export function Links({ sent, title, close }: { sent: Sent; title: string; close(): void }) {
  const t = useText();
  const words = { copied: t("inquiry:send.copied"), byHand: t("inquiry:send.byHand") };
  return (
    <Modal
      open
      width={560}
      title={title}
      mask={{ closable: false }}
      onCancel={close}
      footer={<Button onClick={close}>{t("platform:action.close")}</Button>}
    >
      <p className={sent.mailed === 0 ? "page-note tone-warning inquiry-note" : "soft inquiry-note"} role="status">
        {sent.mailed === 0 ? t("inquiry:send.notMailed") : t("inquiry:send.mailed", { n: sent.mailed })}
      </p>
      {sent.links.map(({ askedId, agentName, url }) => (
        <CopyLine key={askedId} label={agentName} text={new URL(url, window.location.origin).href} {...words} />
      ))}
      <p className="soft">{t("inquiry:send.once")}</p>
    </Modal>
  );
}
