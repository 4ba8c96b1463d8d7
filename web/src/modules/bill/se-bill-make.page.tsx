/** 海运提单制单: the bills of the sea export order in the address, one of them open. */
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { BASE, type BillKey, type BillKind, type Bills } from "@/modules/bill/bill-model";
import { BillList } from "@/modules/bill/bill-list";
import { BillPage } from "@/modules/bill/bill-page";
import { get } from "@/platform/call/client";
import { useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { goTo } from "@/platform/navigate";
import { PageLoading } from "@/platform/page-loading";
import { definePage } from "@/platform/page-registry";
import { useCan } from "@/platform/session";
import "./bill.css";

interface Asked {
  orderUuid?: string;
  kind?: string;
  blId?: string;
}

function MakePage() {
  const t = useText();
  const asked = useSearch({ strict: false }) as Asked;
  const orderUuid = asked.orderUuid?.trim() ?? "";
  if (!orderUuid) return <LoadFailed message={t("bill:form.noOrder")} retry={() => goTo("/se_order")} />;
  return <OrderBills key={orderUuid} orderUuid={orderUuid} asked={asked} />;
}

function OrderBills({ orderUuid, asked }: { orderUuid: string; asked: Asked }) {
  const { data, error, refetch } = useQuery({
    queryKey: ["billsOfOrder", orderUuid],
    staleTime: 0,
    queryFn: () => get<Bills>(`${BASE}/list/${orderUuid}`, undefined, { quiet: true }),
  });
  // A list that could not be read anew takes no form away.
  if (error && !data) return <LoadFailed message={error.message} retry={() => void refetch()} />;
  if (!data) return <PageLoading rows={12} />;
  return <Chosen bills={data} asked={asked} reread={() => void refetch()} />;
}

/** The bill to begin with: the one asked for, else the first of the kind, else a new one. */
function firstOf({ bills, orderUuid, noHouses }: Bills, { blId, kind }: Asked): BillKey {
  const wanted: BillKind | undefined = kind === "HBL" || kind === "MBL" ? kind : undefined;
  const stored = bills.find((row) => row.blId === blId) ?? bills.find((row) => !wanted || row.kind === wanted);
  if (stored) return { orderUuid, kind: stored.kind, blId: stored.blId, from: null };
  return { orderUuid, kind: wanted === "HBL" && !noHouses ? "HBL" : "MBL", blId: null, from: null };
}

function Chosen({ bills, asked, reread }: { bills: Bills; asked: Asked; reread(): void }) {
  const mayWrite = useCan("se-bl-make");
  // Each choice is a form of its own; a bill that is stored while it is open stays the same one.
  const [{ key, turn }, choose] = useState(() => ({ key: firstOf(bills, asked), turn: 0 }));
  const show = (next: BillKey) => {
    choose(({ turn }) => ({ key: next, turn: turn + 1 }));
    goTo(addressOf(next), { replace: true });
  };
  const turnTo = async (next: BillKey, mayLeave: () => Promise<boolean>) => {
    if (await mayLeave()) show(next);
  };
  const changed = (blId: string | null, clean: boolean) => {
    reread();
    // The address names the bill as soon as nothing stands in the way of changing it.
    if (blId && clean && blId !== asked.blId) goTo(addressOf({ ...key, blId }), { replace: true });
    if (!blId) show(firstOf({ ...bills, bills: bills.bills.filter((row) => row.blId !== asked.blId && row.blId !== key.blId) }, {}));
  };
  return (
    <BillPage
      key={turn}
      billKey={key}
      changed={changed}
      list={(present, mayLeave) => (
        <BillList
          bills={bills}
          present={present}
          kind={key.kind}
          mayWrite={mayWrite}
          open={(row) => void turnTo({ orderUuid: bills.orderUuid, kind: row.kind, blId: row.blId, from: null }, mayLeave)}
          begin={(kind, from) => void turnTo({ orderUuid: bills.orderUuid, kind, blId: null, from }, mayLeave)}
          changed={reread}
        />
      )}
    />
  );
}

function addressOf({ orderUuid, kind, blId }: BillKey): string {
  return `/seOrderWaybillMake?orderUuid=${orderUuid}&kind=${kind}${blId ? `&blId=${blId}` : ""}`;
}

export default definePage({ page: MakePage });
