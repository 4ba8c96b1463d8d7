/** /css_order_charge?o={orderUuid}: the charges of one order, by themselves. */
import { useSearch } from "@tanstack/react-router";
import { ChargeBody } from "@/platform/charge/charge-body";
import { ChargeButtons, mayWrite } from "@/platform/charge/charge-buttons";
import { ChargeHead, orderHref } from "@/platform/charge/charge-head";
import { FORM } from "@/platform/charge/charge-model";
import { useCharges } from "@/platform/charge/use-charges";
import { DraftOffer } from "@/platform/forms/draft-offer";
import { useSaveKey } from "@/platform/forms/form-keys";
import { FormFrame, useFieldLabels } from "@/platform/forms/form-page";
import { useLeaveGuard } from "@/platform/forms/use-leave-guard";
import { useText } from "@/platform/i18n";
import { type KeyLine, useKeyPart } from "@/platform/keys/key-sheet-store";
import { LoadFailed } from "@/platform/load-failed";
import { goTo } from "@/platform/navigate";
import { PageLoading } from "@/platform/page-loading";
import { definePage } from "@/platform/page-registry";
import { useTabName } from "@/platform/page-tab";

const LINES: readonly KeyLine[] = [[["Ctrl", "S"], "platform:keys.save"]];

function OrderChargePage() {
  const t = useText();
  const { o: uuid } = useSearch({ strict: false }) as Record<string, string | undefined>;
  if (!uuid) return <p className="tab-empty soft">{t("css:page.noOrder")}</p>;
  return <OrderCharges key={uuid} uuid={uuid} />;
}

function OrderCharges({ uuid }: { uuid: string }) {
  const t = useText();
  const charges = useCharges(uuid);
  const { form, state, told, sections } = charges;
  const labels = useFieldLabels(sections);
  const writes = mayWrite(charges);
  const save = () => void charges.save();
  useLeaveGuard(form);
  useTabName(told?.order.orderCode);
  useKeyPart("form", LINES);
  useSaveKey(save, state === "ready" && writes);
  if (state === "failed") return <LoadFailed message={charges.message} retry={charges.reload} />;
  if (state === "loading" || !told) return <PageLoading rows={12} />;
  const { order } = told;
  return (
    <FormFrame
      title={t("css:page.of", { code: order.orderCode })}
      form={form}
      sections={[]}
      labels={labels}
      back={() => goTo(orderHref(order))}
      header={<ChargeHead order={order} />}
      offer={writes && <DraftOffer form={form} of={{ form: FORM, id: uuid }} sections={sections} kept={charges.kept} fit={charges.fit} />}
      buttons={<ChargeButtons charges={charges} save={save} />}
    >
      <ChargeBody charges={charges} front />
    </FormFrame>
  );
}

export default definePage({ page: OrderChargePage });
