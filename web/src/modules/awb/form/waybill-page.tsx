/** Head, sheet and dialogs of a waybill form, master and house alike. */
import { Button, Dropdown } from "antd";
import { type ReactNode, Suspense, lazy, useState } from "react";
import { useReason } from "@/modules/awb/form/move-form";
import { type Waybill, type WaybillKey, useWaybill } from "@/modules/awb/form/use-waybill";
import { WaybillSheet, useFindingLabels, useSheetParts } from "@/modules/awb/form/waybill-sheet";
import { STATE_TONES } from "@/modules/awb/form/waybill-model";
import { MessageBeside, MessageButton } from "@/modules/awb/message/message-beside";
import { SendButton } from "@/modules/awb/message/send-button";
import { busy } from "@/platform/busy";
import { ask } from "@/platform/dialog";
import { Copyable } from "@/platform/fields/field-value";
import { jumpTo, useSaveKey } from "@/platform/forms/form-keys";
import { FormFrame } from "@/platform/forms/form-page";
import { type FormStore, useValue } from "@/platform/forms/form-store";
import { LogDrawer } from "@/platform/forms/log-drawer";
import { useLeaveGuard } from "@/platform/forms/use-leave-guard";
import { formatFigure, formatNumber } from "@/platform/format";
import { translate, useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { goTo } from "@/platform/navigate";
import { PageLink } from "@/platform/page-link";
import { PageLoading } from "@/platform/page-loading";
import { useCan } from "@/platform/session";
import { toast } from "@/platform/toast";
import { ToneTag } from "@/platform/tone-tag";
import "../awb.css";

// Dialogs come when they are opened.
const PrintDialog = lazy(async () => ({ default: (await import("@/modules/awb/form/print-dialog")).PrintDialog }));
const ReasonDialog = lazy(async () => ({ default: (await import("@/modules/awb/form/reason-dialog")).ReasonDialog }));

interface WaybillPageProps {
  waybillKey: WaybillKey;
  /** Beside the sheet: the houses of the order. */
  aside?: ReactNode;
  /** Something was saved that others show. */
  changed?: () => void;
}

export function WaybillPage({ waybillKey, aside, changed }: WaybillPageProps) {
  const waybill = useWaybill(waybillKey, changed ?? (() => undefined));
  const house = waybillKey.kind === "house";
  const { form, meta, loading, failure } = waybill;
  const mayWrite = useCan(house ? "af-awbprint-hawb" : "af-awbprint-mawb");
  const readOnly = meta.state === "DONE" || !mayWrite;
  const parts = useSheetParts();
  const labels = useFindingLabels(form);
  const reason = useReason((state) => state.asked);
  useLeaveGuard(form);
  useSaveKey(() => void waybill.save(), !loading && !failure && !readOnly);
  if (failure) return <LoadFailed message={failure} retry={waybill.reload} />;
  if (loading) return <PageLoading rows={12} />;
  return (
    <>
      <FormFrame
        title={<Title waybill={waybill} house={house} />}
        form={form}
        sections={parts}
        labels={labels}
        back={() => goTo("/af_awb_print")}
        header={<Figures waybill={waybill} waybillKey={waybillKey} />}
        buttons={<Buttons waybill={waybill} waybillKey={waybillKey} mayWrite={mayWrite} />}
      >
        {meta.state === "DONE" && <p className="page-note awb-locked">{lockedText(meta.differenceReason)}</p>}
        <MessageBeside form={form} waybillKey={waybillKey}>
          <div className={aside ? "awb-with-aside" : ""}>
            {aside}
            <WaybillSheet waybill={waybill} kind={waybillKey.kind} readOnly={readOnly} />
          </div>
        </MessageBeside>
      </FormFrame>
      <Suspense fallback={null}>{reason && <ReasonDialog asked={reason} />}</Suspense>
    </>
  );
}

function lockedText(reason: string): string {
  return reason ? translate("awb:form.lockedWith", { reason }) : translate("awb:form.locked");
}

function Title({ waybill, house }: { waybill: Waybill; house: boolean }) {
  const t = useText();
  const number = useValue<string>(waybill.form, house ? "hawbNumber" : "awbNumber");
  const { state, revision } = waybill.meta;
  return (
    <span className="awb-title">
      {t(house ? "awb:form.house" : "awb:form.master")}
      {number && <Copyable text={number} />}
      <ToneTag tone={STATE_TONES[state]}>{t(`awb:state.${state}`)}</ToneTag>
      {revision > 0 && <span className="tag">{t("awb:form.revision", { n: revision })}</span>}
    </span>
  );
}

function Figures({ waybill, waybillKey }: { waybill: Waybill; waybillKey: WaybillKey }) {
  const t = useText();
  const { sums, meta } = waybill;
  const master = useValue<string>(waybill.form, "awbNumber");
  const currency = useValue<string>(waybill.form, "currency");
  const figures: [string, ReactNode][] = [
    [t("awb:sum.pieces"), formatNumber(sums?.pieces, 0)],
    [t("awb:sum.grossWeight"), formatNumber(sums?.grossWeight, 1)],
    [t("awb:sum.prepaidTotal"), sums?.prepaid.total ? `${currency} ${formatFigure(sums.prepaid.total, 2)}` : formatNumber(null, 2)],
    [t("awb:sum.collectTotal"), sums?.collect.total ? `${currency} ${formatFigure(sums.collect.total, 2)}` : formatNumber(null, 2)],
  ];
  return (
    <dl className="awb-figures">
      {figures.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="tabular">{value}</dd>
        </div>
      ))}
      {waybillKey.kind === "house" && master && (
        <div>
          <dt>{t("awb:box.awbNumber")}</dt>
          <dd>
            <PageLink href={`/af_mawb_make?o=${waybillKey.orderUuid}`}>{master}</PageLink>
          </dd>
        </div>
      )}
      <div>
        <dt>{t("awb:form.order")}</dt>
        <dd>
          <PageLink href={`/af_order_edit?o=${waybillKey.orderUuid}`}>{meta.orderCode || t("awb:form.openOrder")}</PageLink>
        </dd>
      </div>
      {meta.editTime && (
        <div>
          <dt>{t("awb:form.edited")}</dt>
          <dd className="soft">{`${meta.editor} ${meta.editTime.slice(0, 16)}`}</dd>
        </div>
      )}
      {meta.printCount > 0 && (
        <div>
          <dt>{t("awb:form.prints")}</dt>
          <dd className="tabular">{meta.printCount}</dd>
        </div>
      )}
    </dl>
  );
}

/** Goods the waybill says are dangerous need a declaration. */
const DANGEROUS = "DGR";

/** Papers of the order that are made from its waybills. */
function usePapers(form: FormStore, orderUuid: string) {
  const t = useText();
  const mayLabel = useCan("af-order-label");
  const mayDeclare = useCan("af-dgd-add");
  const number = useValue<string | null>(form, "awbNumber");
  const codes = useValue<string[] | null>(form, "specialHandlingCodes") ?? [];
  const item = (key: string, href: string) => ({ key, label: t(`awb:form.${key}`), onClick: () => goTo(href) });
  return [
    ...(mayLabel && number ? [item("labels", `/af_label_print?orderUuids=${orderUuid}`)] : []),
    ...(mayDeclare && codes.includes(DANGEROUS) ? [item("declaration", `/af_dgd_print?o=${orderUuid}`)] : []),
  ];
}

interface ButtonsProps {
  waybill: Waybill;
  waybillKey: WaybillKey;
  mayWrite: boolean;
}

function Buttons({ waybill, waybillKey, mayWrite }: ButtonsProps) {
  const t = useText();
  const { meta, form } = waybill;
  const moving = waybill.busy;
  const [open, setOpen] = useState<"print" | "log" | null>(null);
  const number = useValue<string>(form, waybillKey.kind === "house" ? "hawbNumber" : "awbNumber");
  const done = meta.state === "DONE";
  const stored = meta.awbPrintId !== null;
  const mayFinish = useCan("af-awbprint-finish") && mayWrite;
  const mayBack = useCan("af-awbprint-back");
  const mayRemove = useCan("af-awbprint-del");
  const mayPrint = useCan("af-awbprint-print");
  const papers = usePapers(form, waybillKey.orderUuid);
  const print = async () => {
    // A form with a wrong box is not printed, and what is printed is what is stored.
    const wrong = form.findings().find((each) => each.severity === "error" && !each.key.endsWith(".required"));
    if (wrong && !done) {
      toast.warn(wrong.message);
      jumpTo(wrong.field);
      return;
    }
    if (form.dirty() && !done && !(await waybill.save())) return;
    setOpen("print");
  };
  const overwrite = async () => {
    if (await ask({ text: t("awb:form.overwriteConfirm"), danger: true, yes: t("awb:form.overwrite") })) await waybill.refill(true);
  };
  const more = [
    ...(mayWrite && !done ? [{ key: "refill", label: t("awb:form.refill"), onClick: () => void waybill.refill(false) }] : []),
    ...(mayWrite && !done ? [{ key: "overwrite", label: t("awb:form.overwriteAll"), onClick: () => void overwrite() }] : []),
    ...papers,
    ...(stored ? [{ key: "log", label: t("platform:form.log"), onClick: () => setOpen("log") }] : []),
    ...(stored && !done && mayRemove
      ? [{ key: "remove", label: t("platform:action.remove"), danger: true, onClick: () => void waybill.removeForm() }]
      : []),
  ];
  return (
    <>
      {more.length > 0 && (
        <Dropdown trigger={["click"]} menu={{ items: more }}>
          <Button>{t("awb:form.more")}</Button>
        </Dropdown>
      )}
      <MessageButton />
      {stored && mayPrint && (
        <Button disabled={moving} onClick={() => void print()}>
          {t("awb:print.print")}
        </Button>
      )}
      {stored && <SendButton waybill={waybill} waybillKey={waybillKey} mayWrite={mayWrite} />}
      {done && mayBack && (
        <Button loading={busy(moving)} onClick={() => void waybill.takeBack()}>
          {t("awb:form.back")}
        </Button>
      )}
      {!done && mayFinish && (
        <Button disabled={moving} onClick={() => void waybill.finish()}>
          {t("awb:form.finish")}
        </Button>
      )}
      {!done && mayWrite && (
        <Button type="primary" loading={busy(moving)} onClick={() => void waybill.save()}>
          {t("platform:action.save")}
        </Button>
      )}
      {open === "print" && meta.awbPrintId && (
        <Suspense fallback={null}>
          <PrintDialog
            target={{ house: waybillKey.kind === "house", orderUuid: waybillKey.orderUuid, awbPrintId: meta.awbPrintId, number }}
            draft={!done}
            close={() => setOpen(null)}
            printed={waybill.counted}
          />
        </Suspense>
      )}
      {meta.awbPrintId && (
        <LogDrawer
          open={open === "log"}
          close={() => setOpen(null)}
          source={{ path: "/hrs/log/page", params: { objectType: "awbPrint", objectId: meta.awbPrintId } }}
        />
      )}
    </>
  );
}
