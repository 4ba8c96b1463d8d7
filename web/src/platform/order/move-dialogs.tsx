/** The dialogs by which an order of any scope is cancelled or closed for good. */
import { Input, Modal, Select } from "antd";
import { type ReactNode, useState } from "react";
import { busy } from "@/platform/busy";
import type { Finding } from "@/platform/contract";
import type { Values } from "@/platform/forms/form-store";
import { useText } from "@/platform/i18n";
import { REASON_KEYS } from "@/platform/order/cancel-reasons";
import "@/platform/order/order.css";

const REASON_MAX = 200;

interface MoveDialogProps {
  orderCode: string;
  /** Makes the move: the findings of a refused one, null when it is done or was given up. */
  run(more: Values): Promise<Finding[] | null>;
  close(): void;
}

/** A dialog that stays open with its findings until the move is done. */
function useMove({ run, close }: MoveDialogProps) {
  const [running, setRunning] = useState(false);
  const [findings, setFindings] = useState<Finding[]>([]);
  const move = async (more: Values) => {
    if (running) return;
    setRunning(true);
    try {
      const found = await run(more);
      if (found === null) close();
      else setFindings(found);
    } finally {
      setRunning(false);
    }
  };
  const finding = (field: string) => findings.find((each) => each.field === field)?.message;
  return { loading: busy(running), move, finding };
}

/** 取消订单, with one of the given reasons. */
export function CancelDialog({ reasons, ...props }: MoveDialogProps & { reasons: readonly string[] }) {
  const t = useText();
  const { loading, move, finding } = useMove(props);
  const [reason, setReason] = useState<string | null>(null);
  const [remark, setRemark] = useState("");
  const options = reasons.map((value) => {
    const key = REASON_KEYS[value];
    return { value, label: key ? t(`order:move.reasons.${key}`) : value };
  });
  return (
    <DangerDialog
      title={t("order:move.cancel")}
      {...props}
      loading={loading}
      run={() => void move({ reason: reason ?? "", remark })}
    >
      <label className="stack">
        {t("order:move.reason")}
        <Select
          value={reason}
          onChange={setReason}
          status={finding("reason") ? "error" : ""}
          aria-label={t("order:move.reason")}
          options={options}
        />
        <FindingText text={finding("reason")} />
      </label>
      <Remark value={remark} change={setRemark} label={t("order:move.remark")} finding={finding("remark")} />
    </DangerDialog>
  );
}

/** 强制关闭, which nothing takes back. */
export function ForceStopDialog(props: MoveDialogProps) {
  const t = useText();
  const { loading, move, finding } = useMove(props);
  const [reason, setReason] = useState("");
  return (
    <DangerDialog title={t("order:move.forceStop")} {...props} loading={loading} run={() => void move({ reason })}>
      <p>{t("order:move.forceStopNote")}</p>
      <Remark value={reason} change={setReason} label={t("order:move.reason")} finding={finding("reason")} />
    </DangerDialog>
  );
}

interface DangerDialogProps {
  title: string;
  orderCode: string;
  loading: ReturnType<typeof busy>;
  run(): void;
  close(): void;
  children: ReactNode;
}

function DangerDialog({ title, orderCode, loading, run, close, children }: DangerDialogProps) {
  return (
    <Modal
      open
      centered
      title={`${title} ${orderCode}`}
      okText={title}
      okButtonProps={{ danger: true, loading }}
      onOk={run}
      onCancel={close}
    >
      <div className="order-dialog">{children}</div>
    </Modal>
  );
}

interface RemarkProps {
  value: string;
  change(value: string): void;
  label: string;
  finding: string | undefined;
}

/** A sentence about a move. */
export function Remark({ value, change, label, finding }: RemarkProps) {
  return (
    <label className="stack">
      {label}
      <Input.TextArea
        rows={3}
        maxLength={REASON_MAX}
        value={value}
        status={finding ? "error" : ""}
        onChange={(event) => change(event.target.value)}
      />
      <FindingText text={finding} />
    </label>
  );
}

function FindingText({ text }: { text: string | undefined }) {
  return text ? <span className="finding">{text}</span> : null;
}
