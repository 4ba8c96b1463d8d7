/** The dialogs by which an order of any scope is cancelled or closed for good, and its unlocking applied for. */
import { Input, Modal, Select } from "antd";
import { type ReactNode, useState } from "react";
import { busy } from "@/platform/busy";
import { post } from "@/platform/call/client";
import { submit } from "@/platform/call/submit";
import type { Finding } from "@/platform/contract";
import type { Values } from "@/platform/forms/form-store";
import { useText } from "@/platform/i18n";
import { REASON_KEYS } from "@/platform/order/cancel-reasons";
import type { Scope } from "@/platform/scopes";
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

interface UnlockDialogProps {
  scope: Scope;
  /** The order; nothing for the customer himself in the scope. */
  order?: { orderUuid: string; orderCode: string };
  coop: { coopId?: string; coopName?: string };
  /** Told whether somebody decides; else it is open already. */
  done(waits: boolean): void;
  close(): void;
}

/** 申请解锁: who decides, or whether anybody has to, the settings of the company say. */
export function UnlockDialog({ scope, order, coop, done, close }: UnlockDialogProps) {
  const t = useText();
  const orderCode = order?.orderCode ?? "";
  const about = order ? { orderUuid: order.orderUuid } : { coopId: coop.coopId, businessScope: scope };
  const run = async (body: Values): Promise<Finding[] | null> => {
    const said = { done: t("order:unlock.sent") };
    const send = () => post<{ instanceId: string | null }>("/afbase/order/applyUnlock", body, { quiet: true });
    const result = await submit(send, said);
    if (result.kind === "saved") done(result.data.instanceId !== null);
    else return result.kind === "findings" ? result.findings : [];
    return null;
  };
  const { loading, move, finding } = useMove({ orderCode, run, close });
  const [reason, setReason] = useState("");
  const apply = t("order:move.applyUnlock");
  return (
    <Modal
      open
      centered
      title={`${apply} ${orderCode}`}
      okText={apply}
      okButtonProps={{ loading }}
      onOk={() => void move({ ...about, reason })}
      onCancel={close}
    >
      <div className="order-dialog">
        <p>{t("order:unlock.content", { coopName: coop.coopName ?? "", scope: t(`platform:scope.${scope}`) })}</p>
        <Remark value={reason} change={setReason} label={t("order:move.reason")} finding={finding("reason")} />
      </div>
    </Modal>
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
function Remark({ value, change, label, finding }: RemarkProps) {
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
