/** A dialog of a few fields and one call: it stays open with what the server finds wrong. */
import { Modal } from "antd";
import { type ReactNode, useState } from "react";
import { busy } from "@/platform/busy";
import { submit } from "@/platform/call/submit";
import type { Finding } from "@/platform/contract";
import { useText } from "@/platform/i18n";
import { toast } from "@/platform/toast";
import "./approval.css";

interface AskedDialogProps {
  title: string;
  danger?: boolean;
  width?: number;
  /** The quiet call. */
  send(): Promise<unknown>;
  /** After it was done. */
  done(): void;
  close(): void;
  /** Somebody else was first and the user wants to see what is there now. */
  reload?(): void;
  children(finding: (field: string) => string | undefined): ReactNode;
}

export function AskedDialog({ title, danger = false, width = 460, send, done, close, reload, children }: AskedDialogProps) {
  const t = useText();
  const [sending, setSending] = useState(false);
  const [findings, setFindings] = useState<Finding[]>([]);
  const run = async () => {
    if (sending) return;
    setSending(true);
    const result = await submit(() => send());
    setSending(false);
    if (result.kind === "findings") {
      setFindings(result.findings);
      return;
    }
    if (result.kind === "stale" && result.reload && reload) {
      reload();
      close();
    }
    if (result.kind !== "saved") return;
    done();
    close();
  };
  const finding = (field: string) => findings.find((each) => each.field === field)?.message;
  return (
    <Modal
      open
      centered
      width={width}
      title={title}
      mask={{ closable: false }}
      okText={t("platform:action.ok")}
      cancelText={t("platform:action.cancel")}
      okButtonProps={{ danger, loading: busy(sending) }}
      onOk={() => void run()}
      onCancel={close}
    >
      <div className="approval-fields">{children(finding)}</div>
    </Modal>
  );
}

export function FindingText({ text }: { text: string | undefined }) {
  return text ? <span className="finding">{text}</span> : null;
}

/** The first finding of a call without fields, as a sentence. */
export async function runQuiet(send: () => Promise<unknown>, done: () => void): Promise<void> {
  const result = await submit(() => send());
  if (result.kind === "findings") toast.failed(result.findings[0]?.message ?? "");
  if (result.kind === "saved") done();
}
