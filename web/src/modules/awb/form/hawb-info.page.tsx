import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { Button, Tabs } from "antd";
import { Suspense, lazy, useMemo, useState } from "react";
import { HouseDesk } from "@/modules/awb/form/house/house-desk";
import { Houses, ImportHouses, NewHouse, houseLink } from "@/modules/awb/form/house/houses-aside";
import { WaybillPage } from "@/modules/awb/form/waybill-page";
import type { Overview } from "@/modules/awb/form/waybill-model";
import { get } from "@/platform/call/client";
import { useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { goTo } from "@/platform/navigate";
import { PageLoading } from "@/platform/page-loading";
import { definePage } from "@/platform/page-registry";
import { useCan } from "@/platform/session";
import "@/platform/order/order.css";

// It comes when its tab is opened.
const HouseInfo = lazy(async () => ({ default: (await import("@/modules/awb/form/house/house-info")).HouseInfo }));

/** /hawb_info_page 分单信息: the house waybills of an order, one of them open. */
function HousePage() {
  const { o } = useSearch({ strict: false }) as { o?: string };
  const t = useText();
  const orderUuid = o?.trim() ?? "";
  if (!orderUuid) return <LoadFailed message={t("awb:form.noOrder")} retry={() => goTo("/af_awb_print")} />;
  return <HousesOfOrder key={orderUuid} orderUuid={orderUuid} />;
}

function HousesOfOrder({ orderUuid }: { orderUuid: string }) {
  const { hawbId, p, tab } = useSearch({ strict: false }) as { hawbId?: string; p?: string; tab?: string };
  const mayEnter = useCan("af-order-edit");
  const queries = useQueryClient();
  const desk = useMemo(() => new HouseDesk(), []);
  const queryKey = ["awb-overview", orderUuid];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: () => get<Overview>(`/afbase/awbPrint/viewByOrderUuid/${orderUuid}`, undefined, { quiet: true }),
  });
  if (error) return <LoadFailed message={error.message} retry={() => void refetch()} />;
  if (!data) return <PageLoading rows={12} />;
  const open = data.hawbs.find((each) => (hawbId ? each.hawbId === hawbId : p ? each.awbPrintId === p : true));
  const changed = () => void queries.invalidateQueries({ queryKey });
  if (!open) return <NoHouse orderUuid={orderUuid} unknown={data.hawbs.length > 0} changed={changed} />;
  const info = tab === INFO && mayEnter;
  const aside = <Houses overview={data} orderUuid={orderUuid} open={open.hawbId} desk={desk} tab={info ? INFO : ""} changed={changed} />;
  const tabs = mayEnter && <HouseTabs info={info} choose={(next) => goTo(houseLink(orderUuid, open.hawbId, next))} />;
  if (info) {
    return (
      <Suspense fallback={<PageLoading rows={10} />}>
        <HouseInfo key={open.hawbId} orderUuid={orderUuid} hawbId={open.hawbId} desk={desk} tabs={tabs} aside={aside} changed={changed} />
      </Suspense>
    );
  }
  return (
    <WaybillPage
      key={open.hawbId}
      waybillKey={{ kind: "house", orderUuid, hawbId: open.hawbId, awbPrintId: null }}
      changed={changed}
      desk={desk}
      tabs={tabs}
      aside={aside}
    />
  );
}

/** Name of the tab of a house's own figures in the address. */
const INFO = "info";

/** 分单信息 and 制单 of the open house. */
function HouseTabs({ info, choose }: { info: boolean; choose(tab: string): void }) {
  const t = useText();
  return (
    <Tabs
      className="order-tabs"
      activeKey={info ? INFO : ""}
      onChange={choose}
      items={[
        { key: INFO, label: t("awb:house.tabInfo") },
        { key: "", label: t("awb:house.tabMake") },
      ]}
    />
  );
}

/** Why there is nothing to make, and where to go. */
function NoHouse({ orderUuid, unknown, changed }: { orderUuid: string; unknown: boolean; changed(): void }) {
  const t = useText();
  const mayEnter = useCan("af-order-edit");
  const [adding, setAdding] = useState(false);
  const next = unknown ? `/hawb_info_page?o=${orderUuid}` : `/af_order_edit?o=${orderUuid}`;
  return (
    <main className="empty">
      <p>{t(unknown ? "awb:house.unknown" : "awb:house.none")}</p>
      <p className="soft">{t(unknown ? "awb:house.unknownNext" : "awb:house.noneNext")}</p>
      <Button type="primary" onClick={() => goTo(next)}>
        {t(unknown ? "awb:house.first" : "awb:form.openOrder")}
      </Button>
      {mayEnter && <Button onClick={() => setAdding(true)}>{t("awb:house.addTitle")}</Button>}
      {mayEnter && <ImportHouses orderUuid={orderUuid} changed={changed} />}
      {adding && <NewHouse orderUuid={orderUuid} like={null} close={() => setAdding(false)} changed={changed} />}
    </main>
  );
}

export default definePage({ page: HousePage });
