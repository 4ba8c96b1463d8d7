import { useSearch } from "@tanstack/react-router";
import { WaybillPage } from "@/modules/awb/form/waybill-page";
import { useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { definePage } from "@/platform/page-registry";
import { goTo } from "@/platform/navigate";

/** 主单制单: the master waybill of the order in the address. */
function MasterPage() {
  const t = useText();
  const { o } = useSearch({ strict: false }) as { o?: string };
  const orderUuid = o?.trim() ?? "";
  if (!orderUuid) return <LoadFailed message={t("awb:form.noOrder")} retry={() => goTo("/af_awb_print")} />;
  return <WaybillPage key={orderUuid} waybillKey={{ kind: "master", orderUuid, hawbId: null, awbPrintId: null }} />;
}

export default definePage({ page: MasterPage });
