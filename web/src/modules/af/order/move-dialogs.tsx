import { Checkbox, Drawer, Input, Modal, Radio, Select } from "antd";
import { Suspense, lazy, useState } from "react";
import { busy } from "@/platform/busy";
import { post } from "@/platform/call/client";
import { submit } from "@/platform/call/submit";
import type { Finding } from "@/platform/contract";
import { useText } from "@/platform/i18n";
import { goTo } from "@/platform/navigate";
import { PageLoading } from "@/platform/page-loading";
import { CANCEL_REASONS, type MoveName, type MovedOrder, closeMove, makeMove, useMove } from "./order-moves";
import "./order.css";

const SharePanel = lazy(async () => ({ default: (await import("../share/share-panel")).SharePanel }));

const COPY_PARTS = ["parties", "routing", "cargo", "services", "addresses", "price", "remarks"] as const;
const REASON_MAX = 200;

/** The dialogs of moves; mounted once by the list and by the form. */
export function MoveDialogs() {
  const open = useMove((state) => state.open);
  if (!open) return null;
  const { kind, order, done } = open;
  switch (kind) {
    case "cancel":
      return <CancelDialog order={order} done={done} />;
    case "forceStop":
      return <ForceStopDialog order={order} done={done} />;
    case "uninstall":
      return <UninstallDialog order={order} done={done} />;
    case "copy":
      return <CopyDialog order={order} />;
    case "share":
      return <ShareDrawer order={order} done={done} />;
    case "applyUnlock":
      return <UnlockDialog order={order} done={done} />;
  }
}

interface DialogProps {
  order: MovedOrder;
  done: () => void;
}

/** Runs a move from a dialog: it stays open with the findings until the move is done. */
function useDialogMove(name: MoveName, { order, done }: DialogProps) {
  const [running, setRunning] = useState(false);
  const [findings, setFindings] = useState<Finding[]>([]);
  const run = async (more: Record<string, unknown>) => {
    if (running) return;
    setRunning(true);
    try {
      const found = await makeMove(name, order, more, done);
      if (found === null) closeMove();
      else setFindings(found);
    } finally {
      setRunning(false);
    }
  };
  const finding = (field: string) => findings.find((each) => each.field === field)?.message;
  return { loading: busy(running), run, finding };
}

function CancelDialog(props: DialogProps) {
  const t = useText();
  const { loading, run, finding } = useDialogMove("cancel", props);
  const [reason, setReason] = useState<string | null>(null);
  const [remark, setRemark] = useState("");
  return (
    <Modal open centered title={`${t("af:move.cancel")} ${props.order.orderCode}`} okText={t("af:move.cancel")} okButtonProps={{ danger: true, loading }} onOk={() => void run({ reason: reason ?? "", remark })} onCancel={closeMove}>
      <div className="order-dialog">
        <label className="stack">
          {t("af:move.reason")}
          <Select
            value={reason}
            onChange={setReason}
            status={finding("reason") ? "error" : ""}
            aria-label={t("af:move.reason")}
            options={CANCEL_REASONS.map(([key, value]) => ({ value, label: t(`af:move.reasons.${key}`) }))}
          />
          <Finding text={finding("reason")} />
        </label>
        <Remark value={remark} change={setRemark} label={t("af:move.remark")} finding={finding("remark")} />
      </div>
    </Modal>
  );
}

function ForceStopDialog(props: DialogProps) {
  const t = useText();
  const { loading, run, finding } = useDialogMove("forceStop", props);
  const [reason, setReason] = useState("");
  return (
    <Modal open centered title={`${t("af:move.forceStop")} ${props.order.orderCode}`} okText={t("af:move.forceStop")} okButtonProps={{ danger: true, loading }} onOk={() => void run({ reason })} onCancel={closeMove}>
      <div className="order-dialog">
        <p>{t("af:move.forceStopNote")}</p>
        <Remark value={reason} change={setReason} label={t("af:move.reason")} finding={finding("reason")} />
      </div>
    </Modal>
  );
}

function UninstallDialog(props: DialogProps) {
  const t = useText();
  const { loading, run } = useDialogMove("uninstall", props);
  const [mode, setMode] = useState("stock");
  return (
    <Modal open centered title={`${t("af:move.uninstall")} ${props.order.orderCode}`} okText={t("af:move.uninstall")} okButtonProps={{ loading }} onOk={() => void run({ mode })} onCancel={closeMove}>
      <div className="order-dialog">
        <p>{t("af:move.uninstallNote")}</p>
        <Radio.Group
          value={mode}
          onChange={(event) => setMode(String(event.target.value))}
          options={[
            { value: "stock", label: t("af:move.toStock") },
            { value: "void", label: t("af:move.toVoid") },
          ]}
        />
      </div>
    </Modal>
  );
}

function CopyDialog({ order }: { order: MovedOrder }) {
  const t = useText();
  const [parts, setParts] = useState<string[]>([...COPY_PARTS]);
  const copy = () => {
    closeMove();
    goTo(`/af_order_edit?copyFrom=${order.orderUuid}&parts=${parts.join(",")}`);
  };
  return (
    <Modal open centered title={`${t("af:move.copy")} ${order.orderCode}`} okText={t("af:move.copy")} onOk={copy} onCancel={closeMove}>
      <div className="order-dialog">
        <p className="soft">{t("af:move.copyNote")}</p>
        <Checkbox.Group value={parts} onChange={(next) => setParts(next.map(String))} className="check-list" options={COPY_PARTS.map((part) => ({ value: part, label: t(`af:move.parts.${part}`) }))} />
      </div>
    </Modal>
  );
}

function ShareDrawer({ order, done }: DialogProps) {
  const t = useText();
  const close = () => {
    closeMove();
    done();
  };
  return (
    <Drawer open onClose={close} size={520} title={`${t("af:move.share")} ${order.orderCode}`}>
      <Suspense fallback={<PageLoading rows={5} />}>
        <SharePanel orderUuid={order.orderUuid} />
      </Suspense>
    </Drawer>
  );
}

/** Asks for the unlocking: who decides, or whether anybody has to, the settings of the company say. */
function UnlockDialog({ order, done }: DialogProps) {
  const t = useText();
  const [reason, setReason] = useState("");
  const [running, setRunning] = useState(false);
  const [finding, setFinding] = useState<string>();
  const apply = async () => {
    if (running) return;
    setRunning(true);
    const body = { orderUuid: order.orderUuid, reason };
    const result = await submit(() => post("/afbase/order/applyUnlock", body, { quiet: true }), { done: t("af:unlock.sent") });
    setRunning(false);
    if (result.kind === "findings") setFinding(result.findings.find((each) => each.field === "reason")?.message);
    if (result.kind !== "saved") return;
    closeMove();
    done();
  };
  return (
    <Modal open centered title={`${t("af:move.applyUnlock")} ${order.orderCode}`} okText={t("af:move.applyUnlock")} okButtonProps={{ loading: busy(running) }} onOk={() => void apply()} onCancel={closeMove}>
      <div className="order-dialog">
        <p>{t("af:unlock.content", { coopName: order.coopName ?? "" })}</p>
        <Remark value={reason} change={setReason} label={t("af:move.reason")} finding={finding} />
      </div>
    </Modal>
  );
}

interface RemarkProps {
  value: string;
  change(value: string): void;
  label: string;
  finding: string | undefined;
}

function Remark({ value, change, label, finding }: RemarkProps) {
  return (
    <label className="stack">
      {label}
      <Input.TextArea rows={3} maxLength={REASON_MAX} value={value} status={finding ? "error" : ""} onChange={(event) => change(event.target.value)} />
      <Finding text={finding} />
    </label>
  );
}

function Finding({ text }: { text: string | undefined }) {
  return text ? <span className="finding">{text}</span> : null;
}
