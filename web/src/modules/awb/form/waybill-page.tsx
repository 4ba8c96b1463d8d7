/** Head, sheet and dialogs of a waybill form, master and house alike. */
import { Button } from "antd";
import { type ReactNode, Suspense, lazy, useState } from "react";
import { type HouseDesk, useUnsaved, useWaybillGuard } from "@/modules/awb/form/house/house-desk";
import { useReason } from "@/modules/awb/form/move-form";
import type { WaybillKey } from "@/modules/awb/form/store-form";
import { deskOf, masterLink, masterOf } from "@/modules/awb/form/waybill-desk";
import { type Waybill, useWaybill } from "@/modules/awb/form/use-waybill";
import { TakenNote } from "@/modules/awb/form/take/taken-note";
import { useWaybillKeys } from "@/modules/awb/form/waybill-keys";
import { WaybillSheet, useFindingLabels, useSheetParts } from "@/modules/awb/form/waybill-sheet";
import { STATE_TONES, type WaybillMeta } from "@/modules/awb/form/waybill-model";
import { MessageBeside, MessageButton } from "@/modules/awb/message/message-beside";
import { SendButton } from "@/modules/awb/message/send-button";
import { busy } from "@/platform/busy";
import { post } from "@/platform/call/client";
import { ask } from "@/platform/dialog";
import { DropMenu } from "@/platform/drop-menu";
import { Copyable } from "@/platform/fields/field-value";
import { jumpTo } from "@/platform/forms/form-keys";
import { FormFrame } from "@/platform/forms/form-page";
import { type FormStore, useValue } from "@/platform/forms/form-store";
import { confirmLeave } from "@/platform/forms/use-leave-guard";
import { LazyLog } from "@/platform/forms/lazy-log";
import { formatFigure, formatNumber } from "@/platform/format";
import { translate, useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { openMade } from "@/platform/made-file";
import { goTo } from "@/platform/navigate";
import { PageLink } from "@/platform/page-link";
import { PageLoading } from "@/platform/page-loading";
import { useTabName } from "@/platform/page-tab";
import { useCan } from "@/platform/session";
import { toast } from "@/platform/toast";
import { ToneTag } from "@/platform/tone-tag";
import "../awb.css";

// Dialogs come when they are opened; what a carrier demands comes after the sheet.
const PrintDialog = lazy(async () => ({ default: (await import("@/modules/awb/form/print-dialog")).PrintDialog }));
const CarrierNote = lazy(async () => ({ default: (await import("@/modules/awb/form/carrier-note")).CarrierNote }));
const ReasonDialog = lazy(async () => ({ default: (await import("@/modules/awb/form/reason-dialog")).ReasonDialog }));

interface WaybillPageProps {
  waybillKey: WaybillKey;
  /** Beside the sheet: the houses of the order. */
  aside?: ReactNode;
  /** Below the title: what else there is of a house. */
  tabs?: ReactNode;
  /** Keeps the forms of the other houses meanwhile. */
  desk?: HouseDesk;
  /** Something was saved that others show. */
  changed?: (stored: WaybillMeta) => void;
}

export function WaybillPage({ waybillKey: asked, aside, tabs, desk, changed }: WaybillPageProps) {
  const waybill = useWaybill(asked, changed ?? (() => undefined), desk?.of(asked));
  const house = asked.kind === "house";
  const { key: waybillKey, form, meta, loading, failure } = waybill;
  const place = deskOf(waybillKey);
  const mayWrite = useCan(place.make[waybillKey.kind]);
  const readOnly = meta.state === "DONE" || !mayWrite;
  const parts = useSheetParts();
  const labels = useFindingLabels(form);
  const reason = useReason((state) => state.asked);
  useWaybillGuard(form, waybillKey.orderUuid, desk, meta.awbPrintId);
  // The houses of an order are one page; its tab keeps the name of the page.
  useTabName(useValue<string>(form, house ? "" : "awbNumber"));
  const mayFinish = useCan(place.finish);
  const writable = !loading && !failure && !readOnly;
  useWaybillKeys({ save: () => void waybill.save(), finish: () => void waybill.finish() }, writable, writable && mayFinish);
  if (failure) return <LoadFailed message={failure} retry={waybill.reload} />;
  if (loading) return <PageLoading rows={12} />;
  return (
    <>
      <FormFrame
        title={<Title waybill={waybill} house={house} />}
        form={form}
        sections={parts}
        labels={labels}
        back={() => goTo(place.list)}
        header={
          <>
            <Figures waybill={waybill} waybillKey={waybillKey} />
            {tabs}
          </>
        }
        buttons={<Buttons waybill={waybill} waybillKey={waybillKey} mayWrite={mayWrite} {...(desk ? { desk } : {})} />}
      >
        {waybill.newer && <NewerNote waybill={waybill} />}
        {meta.state === "DONE" && <p className="page-note awb-locked">{lockedText(meta.differenceReason)}</p>}
        {!readOnly && <TakenNote taking={waybill.taking} />}
        <MessageBeside form={form} waybillKey={waybillKey}>
          <div className={aside ? "awb-with-aside" : ""}>
            {aside}
            <div className="awb-noted">
              <Suspense fallback={null}>
                <CarrierNote form={form} />
              </Suspense>
              <WaybillSheet waybill={waybill} kind={waybillKey.kind} readOnly={readOnly} />
            </div>
          </div>
        </MessageBeside>
      </FormFrame>
      <Suspense fallback={null}>{reason && <ReasonDialog asked={reason} />}</Suspense>
    </>
  );
}

/** Somebody else changed what is shown; what was typed here stays until the user wants it read anew. */
function NewerNote({ waybill: { form, reload } }: { waybill: Waybill }) {
  const t = useText();
  const read = async () => {
    if (!form.dirty() || (await confirmLeave())) reload();
  };
  return (
    <p className="page-note awb-newer" role="status">
      {t("awb:form.newer")}{" "}
      <Button type="link" size="small" onClick={() => void read()}>
        {t("awb:form.readNewer")}
      </Button>
    </p>
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
            <PageLink href={masterOf(waybillKey, master)}>{master}</PageLink>
          </dd>
        </div>
      )}
      <div>
        <dt>{t("awb:form.order")}</dt>
        <dd>
          {waybillKey.orderUuid ? (
            <PageLink href={`/af_order_edit?o=${waybillKey.orderUuid}`}>{meta.orderCode || t("awb:form.openOrder")}</PageLink>
          ) : (
            <span className="soft">{t("awb:desk.noOrder")}</span>
          )}
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

/** 保存全部: every house with something unsaved; those that are refused keep what was typed and say why. */
function SaveAll({ desk, waybill, open }: { desk: HouseDesk; waybill: Waybill; open: string }) {
  const t = useText();
  const unsaved = useUnsaved(desk);
  const [saving, setSaving] = useState(false);
  const others = unsaved.filter((id) => id !== open).length;
  if (others === 0) return null;
  const run = async () => {
    if (saving) return;
    setSaving(true);
    let saved = 0;
    const all = [...unsaved];
    for (const id of all) {
      if (await (id === open ? waybill.save(true) : desk.save(id))) saved += 1;
    }
    setSaving(false);
    const text = t("awb:batch.result", { n: saved, m: all.length - saved });
    if (saved < all.length) toast.warn(text);
    else toast.done(text);
    waybill.sent();
  };
  return (
    <Button loading={busy(saving)} onClick={() => void run()}>
      {t("awb:house.saveAll", { n: unsaved.length })}
    </Button>
  );
}

/** Goods the waybill says are dangerous need a declaration. */
const DANGEROUS = "DGR";

/** Papers of the order that are made from its waybills. */
function usePapers(form: FormStore, orderUuid: string) {
  const t = useText();
  const mayLabel = useCan("af-order-label");
  const mayDeclare = useCan("af-dgd-add");
  const mayManifest = useCan("af-order-manifest");
  const number = useValue<string | null>(form, "awbNumber");
  const codes = useValue<string[] | null>(form, "specialHandlingCodes") ?? [];
  const manifest = async () =>
    (await post<{ url: string }>(`/afbase/aforder/airCargoManifestPrint/${orderUuid}`, { format: "PDF" }, { long: true })).url;
  const item = (key: string, href: string) => ({ key, label: t(`awb:form.${key}`), onClick: () => goTo(href) });
  if (!orderUuid) return [];
  return [
    ...(mayLabel && number ? [item("labels", `/af_label_print?orderUuids=${orderUuid}`)] : []),
    ...(mayManifest && number ? [{ key: "manifest", label: t("awb:form.manifest"), onClick: () => void openMade(manifest) }] : []),
    ...(mayDeclare && codes.includes(DANGEROUS) ? [item("declaration", `/af_dgd_print?o=${orderUuid}`)] : []),
  ];
}

interface ButtonsProps {
  waybill: Waybill;
  waybillKey: WaybillKey;
  mayWrite: boolean;
  desk?: HouseDesk;
}

function Buttons({ waybill, waybillKey, mayWrite, desk }: ButtonsProps) {
  const t = useText();
  const { meta, form } = waybill;
  const moving = waybill.busy;
  const [open, setOpen] = useState<"print" | "log" | null>(null);
  const number = useValue<string>(form, waybillKey.kind === "house" ? "hawbNumber" : "awbNumber");
  const done = meta.state === "DONE";
  const stored = meta.awbPrintId !== null;
  const place = deskOf(waybillKey);
  const mayFinish = useCan(place.finish) && mayWrite;
  const mayBack = useCan(place.back);
  const mayRemove = useCan(place.remove);
  const mayPrint = useCan(place.print);
  const master = useValue<string>(form, "awbNumber");
  const ofOrder = waybillKey.orderUuid !== "";
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
  const removeForm = async () => {
    if ((await waybill.removeForm()) && waybillKey.open) goTo(place.list, { replace: true });
  };
  const writable = mayWrite && !done;
  const hasMaster = waybillKey.kind === "house" && (ofOrder || master !== "");
  const more = [
    ...(writable && ofOrder ? [{ key: "refill", label: t("awb:form.refill"), onClick: () => void waybill.refill(false) }] : []),
    ...(writable && ofOrder ? [{ key: "overwrite", label: t("awb:form.overwriteAll"), onClick: () => void overwrite() }] : []),
    ...(writable && hasMaster ? [{ key: "master", label: t("awb:take.master"), onClick: () => void waybill.copyMaster() }] : []),
    ...(writable ? [{ key: "previous", label: t("awb:take.previous"), onClick: () => void waybill.copyPrevious() }] : []),
    ...(mayWrite && stored && !ofOrder && waybillKey.kind === "master"
      ? [{ key: "newHouse", label: t("awb:desk.newHouse"), onClick: () => goTo(masterLink("house", master)) }]
      : []),
    ...papers,
    ...(stored ? [{ key: "log", label: t("platform:form.log"), onClick: () => setOpen("log") }] : []),
    ...(stored && !done && mayRemove
      ? [{ key: "remove", label: t("platform:action.remove"), danger: true, onClick: () => void removeForm() }]
      : []),
  ];
  return (
    <>
      {more.length > 0 && (
        <DropMenu menu={{ items: more }}>
          <Button>{t("awb:form.more")}</Button>
        </DropMenu>
      )}
      <MessageButton />
      {stored && mayPrint && (
        <Button disabled={moving} onClick={() => void print()}>
          {t("awb:print.print")}
        </Button>
      )}
      {stored && ofOrder && <SendButton waybill={waybill} waybillKey={waybillKey} mayWrite={mayWrite} />}
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
      {desk && mayWrite && <SaveAll desk={desk} waybill={waybill} open={waybillKey.hawbId ?? ""} />}
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
        <LazyLog
          open={open === "log"}
          close={() => setOpen(null)}
          source={{ path: "/hrs/log/page", params: { objectType: "awbPrint", objectId: meta.awbPrintId } }}
        />
      )}
    </>
  );
}
