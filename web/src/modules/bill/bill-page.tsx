/** Head, sheet, side and dialogs of one bill. */
import { Button } from "antd";
import { type ReactNode, Suspense, lazy, useMemo, useState } from "react";
import { placeOf, useBillParts } from "@/modules/bill/bill-fields";
import { BASE, type BillKey, DOC_TONES } from "@/modules/bill/bill-model";
import { BillSheet } from "@/modules/bill/bill-sheet";
import { BillSide } from "@/modules/bill/bill-side";
import { type Bill, type Changed, useBill } from "@/modules/bill/use-bill";
import { busy } from "@/platform/busy";
import { ask } from "@/platform/dialog";
import { DropMenu } from "@/platform/drop-menu";
import { Copyable } from "@/platform/fields/field-value";
import { jumpTo, useSaveKey } from "@/platform/forms/form-keys";
import { FormFrame } from "@/platform/forms/form-page";
import { type FormStore, useFindings, useValue } from "@/platform/forms/form-store";
import { LogDrawer } from "@/platform/forms/log-drawer";
import { confirmLeave, useLeaveGuard } from "@/platform/forms/use-leave-guard";
import { useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { MoveDialog } from "@/platform/move-dialog";
import { goTo } from "@/platform/navigate";
import { PageLink } from "@/platform/page-link";
import { PageLoading } from "@/platform/page-loading";
import { useCan } from "@/platform/session";
import { toast } from "@/platform/toast";
import { ToneTag } from "@/platform/tone-tag";

// The dialog comes when it is opened.
const PrintDialog = lazy(async () => ({ default: (await import("@/modules/bill/print-dialog")).PrintDialog }));

interface BillPageProps {
  billKey: BillKey;
  /** The bills of the order, at the left; `present` is the stored bill that is shown. */
  list(present: string | null, mayLeave: () => Promise<boolean>): ReactNode;
  /** Something was stored or removed that the list shows. */
  changed: Changed;
}

export function BillPage({ billKey, list, changed }: BillPageProps) {
  const t = useText();
  const mayWrite = useCan("se-bl-make");
  const bill = useBill(billKey, mayWrite, changed);
  const { form, meta, loading, failure } = bill;
  const readOnly = meta.docState === "DONE" || meta.closed || !mayWrite;
  const parts = useBillParts();
  const labels = useFindingLabels(form);
  useLeaveGuard(form);
  /** Another bill takes the place of this one: what was typed is asked about once. */
  const mayLeave = async () => {
    if (form.dirty() && !(await confirmLeave())) return false;
    form.reset(form.all());
    return true;
  };
  useSaveKey(() => void bill.save(), !loading && !failure && !readOnly);
  if (failure) return <LoadFailed message={failure} retry={bill.reload} />;
  if (loading) return <PageLoading rows={12} />;
  return (
    <>
      <FormFrame
        title={<Title bill={bill} />}
        form={form}
        sections={parts}
        labels={labels}
        back={() => goTo(`/se_order_edit?o=${billKey.orderUuid}`)}
        header={<Figures bill={bill} orderUuid={billKey.orderUuid} />}
        buttons={<Buttons bill={bill} billKey={billKey} mayWrite={mayWrite} />}
      >
        {meta.docState === "DONE" && (
          <p className="page-note bill-locked">
            {meta.differenceReason ? t("bill:form.lockedWith", { reason: meta.differenceReason }) : t("bill:form.locked")}
          </p>
        )}
        {meta.closed && <p className="page-note tone-warning">{t("bill:form.closed")}</p>}
        <div className="bill-frame">
          {list(meta.blId, mayLeave)}
          <BillSheet bill={bill} kind={billKey.kind} readOnly={readOnly} />
          <BillSide bill={bill} />
        </div>
      </FormFrame>
      <Reason bill={bill} />
    </>
  );
}

/** Why a bill that differs is finished all the same. */
function Reason({ bill }: { bill: Bill }) {
  const t = useText();
  const asked = bill.reason;
  if (!asked) return null;
  const word = t("bill:form.reason");
  return (
    <MoveDialog
      title={asked.message}
      ok={t("bill:form.finish")}
      fields={[{ name: "reason", label: { zh: word, en: word }, kind: "longText", required: true, maxLength: 200 }]}
      send={(body) => bill.finishWith(String(body["reason"] ?? ""), asked)}
      done={() => bill.reasonDone(true)}
      stale={bill.reload}
      close={() => bill.reasonDone(false)}
    />
  );
}

function useFindingLabels(form: FormStore): Record<string, string> {
  const t = useText();
  const findings = useFindings(form);
  return useMemo(() => Object.fromEntries(findings.map(({ field }) => [field, placeOf(field, t)])), [findings, t]);
}

function Title({ bill }: { bill: Bill }) {
  const t = useText();
  const { meta, form } = bill;
  const number = useValue<string | null>(form, "number");
  return (
    <span className="bill-title">
      {t(`bill:kind.${meta.kind}`)}
      {number && <Copyable text={number} />}
      <ToneTag tone={DOC_TONES[meta.docState]}>{t(`bill:state.${meta.docState}`)}</ToneTag>
    </span>
  );
}

function Figures({ bill, orderUuid }: { bill: Bill; orderUuid: string }) {
  const t = useText();
  const { meta, keptAt, form } = bill;
  const text = (name: string) => String(form.get(name) ?? "");
  const figures: [string, ReactNode][] = [
    [t("bill:form.order"), <PageLink key="order" href={`/se_order_edit?o=${orderUuid}`}>{meta.orderCode}</PageLink>],
    [t("bill:form.custody"), t(`bill:custody.${meta.custodyState}`)],
    [t("bill:form.papers"), `${text("originals") || 0}/${text("copies") || 0}`],
    ...(meta.editTime ? [[t("bill:form.edited"), `${meta.editor} ${meta.editTime.slice(0, 16)}`] as [string, ReactNode]] : []),
    ...(meta.printCount > 0 ? [[t("bill:form.prints"), meta.printCount] as [string, ReactNode]] : []),
    ...(keptAt ? [[t("bill:form.keptAt"), keptAt] as [string, ReactNode]] : []),
  ];
  return (
    <dl className="bill-figures">
      {figures.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="tabular">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface ButtonsProps {
  bill: Bill;
  billKey: BillKey;
  mayWrite: boolean;
}

function Buttons({ bill, billKey, mayWrite }: ButtonsProps) {
  const t = useText();
  const { meta, form } = bill;
  const [open, setOpen] = useState<"print" | "log" | null>(null);
  const number = useValue<string | null>(form, "number") ?? "";
  const issueType = useValue<string | null>(form, "issueType") ?? "";
  const done = meta.docState === "DONE";
  const writes = mayWrite && !done && !meta.closed;
  const stored = meta.blId !== null;
  const mayFinish = useCan("se-bl-finish");
  const mayBack = useCan("se-bl-back");
  const mayPrint = useCan("se-bl-print");
  const print = async () => {
    // A bill with a wrong box is not printed, and what is printed is what is stored.
    const wrong = form.findings().find((each) => each.severity === "error" && !each.key.endsWith(".required"));
    if (wrong && writes) {
      toast.warn(wrong.message);
      jumpTo(wrong.field);
      return;
    }
    if (form.dirty() && writes && !(await bill.save())) return;
    setOpen("print");
  };
  const overwrite = async () => {
    if (await ask({ text: t("bill:form.overwriteConfirm"), danger: true, yes: t("bill:form.overwrite") })) await bill.refill(true);
  };
  const more = [
    ...(writes ? [{ key: "refill", label: t("bill:form.refill"), onClick: () => void bill.refill(false) }] : []),
    ...(writes ? [{ key: "overwrite", label: t("bill:form.overwriteAll"), onClick: () => void overwrite() }] : []),
    ...(stored ? [{ key: "log", label: t("platform:form.log"), onClick: () => setOpen("log") }] : []),
    ...(stored && writes && meta.finishedTimes === 0
      ? [{ key: "remove", label: t("platform:action.remove"), danger: true, onClick: () => void bill.removeBill() }]
      : []),
  ];
  return (
    <>
      {more.length > 0 && (
        <DropMenu menu={{ items: more }}>
          <Button>{t("bill:form.more")}</Button>
        </DropMenu>
      )}
      {stored && mayPrint && (
        <Button disabled={bill.busy} onClick={() => void print()}>
          {t("bill:print.print")}
        </Button>
      )}
      {done && mayBack && !meta.closed && (
        <Button loading={busy(bill.busy)} onClick={() => void bill.takeBack()}>
          {t("bill:form.back")}
        </Button>
      )}
      {writes && mayFinish && (
        <Button disabled={bill.busy} onClick={() => void bill.finish()}>
          {t("bill:form.finish")}
        </Button>
      )}
      {writes && (
        <Button type="primary" loading={busy(bill.busy)} onClick={() => void bill.save()}>
          {t("platform:action.save")}
        </Button>
      )}
      {open === "print" && stored && (
        <Suspense fallback={null}>
          <PrintDialog
            orderUuid={billKey.orderUuid}
            meta={meta}
            number={number}
            issueType={issueType}
            close={() => setOpen(null)}
            printed={bill.counted}
          />
        </Suspense>
      )}
      {meta.blId && <LogDrawer open={open === "log"} close={() => setOpen(null)} source={{ path: `${BASE}/log/${meta.blId}`, params: {} }} />}
    </>
  );
}
