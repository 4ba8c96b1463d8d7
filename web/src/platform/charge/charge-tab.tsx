/** 费用: the charges of an order, in its form. */
import { useRef } from "react";
import { DraftOffer } from "@/platform/forms/draft-offer";
import { FindingsPanel } from "@/platform/forms/findings-panel";
import { useSaveKey } from "@/platform/forms/form-keys";
import { useFieldLabels } from "@/platform/forms/form-page";
import { useDirty } from "@/platform/forms/form-store";
import { useLeaveGuard } from "@/platform/forms/use-leave-guard";
import { useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import type { OrderTabProps } from "@/platform/order/tab-props";
import { PageLoading } from "@/platform/page-loading";
import { useLoad } from "@/platform/use-load";
import { ChargeBody } from "@/platform/charge/charge-body";
import { ChargeButtons, mayWrite } from "@/platform/charge/charge-buttons";
import { MoneyState } from "@/platform/charge/charge-head";
import { FORM } from "@/platform/charge/charge-model";
import { useCharges } from "@/platform/charge/use-charges";
import "@/platform/order/tabs.css";

/** Its own rights and locks count, not the page lock of the form. */
export function ChargeTab({ order, changed, front = true }: OrderTabProps) {
  const t = useText();
  const charges = useCharges(order.orderUuid, changed);
  const { form, state, told, sections } = charges;
  const labels = useFieldLabels(sections);
  const dirty = useDirty(form);
  const writes = mayWrite(charges);
  const first = useRef(true);
  useLeaveGuard(form);
  useSaveKey(() => void charges.save(), front && state === "ready" && writes);
  // The figures of the order are others by now, and so may be what follows from them.
  useLoad(() => {
    if (!first.current) void charges.renew();
    first.current = false;
  }, [order.rowUuid]);
  if (state === "failed") return <LoadFailed message={charges.message} retry={charges.reload} />;
  if (state === "loading" || !told) return <PageLoading rows={8} />;
  return (
    <section className="order-tab" aria-label={t("css:page.title")}>
      <div className="tab-bar charge-tab-bar">
        <MoneyState order={told.order} />
        {dirty && <span className="unsaved">{t("platform:form.unsavedMark")}</span>}
        <span className="top-space" />
        <ChargeButtons charges={charges} save={() => void charges.save()} />
      </div>
      {writes && <DraftOffer form={form} of={{ form: FORM, id: order.orderUuid }} sections={sections} kept={charges.kept} fit={charges.fit} />}
      <FindingsPanel form={form} labels={labels} />
      <ChargeBody charges={charges} front={front} />
    </section>
  );
}
