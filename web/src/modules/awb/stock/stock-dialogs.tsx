/** Dialogs over numbers of the stock: reserve, lock, void, and the log of one number. */
import { Input, Modal, Radio } from "antd";
import { useMemo, useState } from "react";
import { AssignDialog } from "@/modules/awb/stock/assign-dialog";
import { runBatch } from "@/modules/awb/stock/batch";
import { closeStock, useStock } from "@/modules/awb/stock/stock-store";
import { VOID_REASONS } from "@/modules/awb/stock/void-reasons";
import { busy } from "@/platform/busy";
import type { Field, Row } from "@/platform/contract";
import { FormField } from "@/platform/forms/form-field";
import { FormGrid } from "@/platform/forms/form-body";
import { FormStore } from "@/platform/forms/form-store";
import { LogDrawer } from "@/platform/forms/log-drawer";
import { clientFindings } from "@/platform/forms/client-rules";
import { labelPair, useText } from "@/platform/i18n";
import type { ListContext } from "@/platform/lists/list-overrides";

export function StockDialogs({ list }: { list: ListContext }) {
  const open = useStock((state) => state.open);
  const row = open?.rows[0];
  if (!open || !row) return null;
  const part = { rows: open.rows, list };
  switch (open.dialog) {
    case "assign":
      return <AssignDialog row={row} list={list} />;
    case "reserve":
      return <ReserveDialog {...part} />;
    case "lock":
      return <LockDialog {...part} />;
    case "void":
      return <VoidDialog {...part} />;
    case "log":
      return <LogDrawer open close={closeStock} source={{ path: "/afbase/awb/log/page", params: { awbId: String(row.id) } }} />;
  }
}

interface DialogProps {
  rows: Row[];
  list: ListContext;
}

/** Sends once at a time; the dialog closes when it went through. */
function useBatch(path: string, { rows, list }: DialogProps, form: FormStore) {
  const [sending, setSending] = useState(false);
  const run = async (more: Record<string, unknown>) => {
    if (sending) return;
    setSending(true);
    const result = await runBatch(path, rows, list, more);
    setSending(false);
    if (result.kind === "findings") form.setFindings(result.findings);
    if (result.kind === "saved") closeStock();
  };
  return { sending, run };
}

function ReserveDialog(props: DialogProps) {
  const t = useText();
  const form = useMemo(() => new FormStore({ coopId: null, userId: null, until: null }), []);
  const { sending, run } = useBatch("/afbase/awb/bookAwbList", props, form);
  const fields: Record<"coop" | "user" | "until", Field> = {
    coop: { name: "coopId", kind: "reference", reference: "coop", label: labelPair("awb:stock.coop") },
    user: { name: "userId", kind: "reference", reference: "user", label: labelPair("awb:stock.user") },
    until: { name: "until", kind: "day", label: labelPair("awb:stock.until") },
  };
  const save = () => {
    const { coopId, userId, until } = form.all();
    const wrong = clientFindings([fields.until], form.all());
    if (wrong.length > 0) return form.setFindings(wrong);
    void run({ ...(coopId ? { coopId } : {}), ...(userId ? { userId } : {}), ...(until ? { until } : {}) });
  };
  return (
    <Modal
      open
      width={440}
      title={t("awb:stock.reserveTitle", { n: props.rows.length })}
      okButtonProps={{ loading: busy(sending) }}
      onOk={save}
      onCancel={closeStock}
      okText={t("platform:action.ok")}
      cancelText={t("platform:action.cancel")}
    >
      <p className="soft dialog-note">{t("awb:stock.reserveFor")}</p>
      <FormGrid columns={1}>
        <FormField form={form} field={fields.coop} />
        <FormField form={form} field={fields.user} />
        <FormField form={form} field={fields.until} />
      </FormGrid>
    </Modal>
  );
}

const REASON_MAX = 200;

function LockDialog(props: DialogProps) {
  const t = useText();
  const form = useMemo(() => new FormStore({ reason: null }), []);
  const { sending, run } = useBatch("/afbase/awb/doLock", props, form);
  const field: Field = { name: "reason", kind: "longText", required: true, maxLength: REASON_MAX, label: labelPair("awb:stock.reason") };
  const save = () => {
    const wrong = clientFindings([field], form.all());
    if (wrong.length > 0) return form.setFindings(wrong);
    void run({ reason: form.get("reason") });
  };
  return (
    <Modal
      open
      width={440}
      title={t("awb:stock.lockTitle", { n: props.rows.length })}
      okButtonProps={{ loading: busy(sending) }}
      onOk={save}
      onCancel={closeStock}
      okText={t("platform:action.ok")}
      cancelText={t("platform:action.cancel")}
    >
      <FormGrid columns={1}>
        <FormField form={form} field={field} />
      </FormGrid>
    </Modal>
  );
}

function VoidDialog(props: DialogProps) {
  const t = useText();
  const form = useMemo(() => new FormStore({}), []);
  const { sending, run } = useBatch("/afbase/awb/doVoid", props, form);
  const [reason, setReason] = useState<string | null>(null);
  const [more, setMore] = useState("");
  const other = reason === VOID_REASONS.at(-1)?.value;
  const whole = [reason, more.trim()].filter(Boolean).join("：");
  return (
    <Modal
      open
      width={440}
      title={t("awb:stock.voidTitle", { n: props.rows.length })}
      okButtonProps={{ danger: true, disabled: !reason || (other && more.trim() === ""), loading: busy(sending) }}
      onOk={() => void run({ reason: whole.slice(0, REASON_MAX) })}
      onCancel={closeStock}
      okText={t("platform:action.ok")}
      cancelText={t("platform:action.cancel")}
    >
      <p className="page-note tone-warning dialog-note">{t("awb:stock.voidNote")}</p>
      <Radio.Group
        className="awb-reasons"
        value={reason}
        aria-label={t("awb:stock.reason")}
        onChange={(event) => setReason(event.target.value as string)}
        options={VOID_REASONS.map((each) => ({ value: each.value, label: t(`awb:voidReason.${each.key}`) }))}
      />
      <Input.TextArea
        rows={2}
        maxLength={REASON_MAX - 10}
        value={more}
        aria-label={t("awb:stock.reasonMore")}
        placeholder={t("awb:stock.reasonMore")}
        onChange={(event) => setMore(event.target.value)}
      />
    </Modal>
  );
}
