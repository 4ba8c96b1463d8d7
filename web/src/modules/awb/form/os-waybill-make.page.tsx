/** 运单制单 with or without an order: the form that is stored, of a master number, of a house, or a new one. */
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useState } from "react";
import type { WaybillKey } from "@/modules/awb/form/store-form";
import { storedLink } from "@/modules/awb/form/waybill-desk";
import type { WaybillKind, WaybillMeta } from "@/modules/awb/form/waybill-model";
import { WaybillPage } from "@/modules/awb/form/waybill-page";
import { get } from "@/platform/call/client";
import { LoadFailed } from "@/platform/load-failed";
import { goTo } from "@/platform/navigate";
import { PageLoading } from "@/platform/page-loading";
import { definePage } from "@/platform/page-registry";

interface Asked {
  type?: string;
  awbPrintId?: string;
  masterNo?: string;
  hawbId?: string;
}

function MakePage() {
  const { type, awbPrintId, masterNo, hawbId } = useSearch({ strict: false }) as Asked;
  if (awbPrintId && type !== "0" && type !== "1") return <OfEitherKind key={awbPrintId} awbPrintId={awbPrintId} />;
  const kind: WaybillKind = type === "1" || (hawbId && !awbPrintId) ? "house" : "master";
  return (
    <Opened
      waybillKey={{ kind, orderUuid: "", hawbId: hawbId ?? null, awbPrintId: awbPrintId ?? null, open: { masterNo: masterNo ?? "" } }}
    />
  );
}

/** An address that does not say whether the form is that of a master or of a house. */
function OfEitherKind({ awbPrintId }: { awbPrintId: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ["awb-kind", awbPrintId],
    queryFn: () => get<{ kind: WaybillKind }>("/os/waybill/view", { awbPrintId }, { quiet: true }),
  });
  if (error) return <LoadFailed message={error.message} retry={() => void refetch()} />;
  if (!data) return <PageLoading rows={12} />;
  return <Opened waybillKey={{ kind: data.kind, orderUuid: "", hawbId: null, awbPrintId, open: { masterNo: "" } }} />;
}

const nameOf = ({ kind, hawbId, awbPrintId, open }: WaybillKey): string => JSON.stringify([kind, hawbId, awbPrintId, open?.masterNo]);

/** The form of an address. A new one that is stored moves to the address of its own and stays the same form. */
function Opened({ waybillKey }: { waybillKey: WaybillKey }) {
  const [stored, setStored] = useState<{ id: string; as: WaybillKey } | null>(null);
  const own = stored !== null && stored.id === waybillKey.awbPrintId ? stored.as : waybillKey;
  const changed = ({ awbPrintId }: WaybillMeta) => {
    if (!awbPrintId || awbPrintId === waybillKey.awbPrintId) return;
    setStored({ id: awbPrintId, as: own });
    goTo(storedLink(own.kind, awbPrintId), { replace: true });
  };
  return <WaybillPage key={nameOf(own)} waybillKey={own} changed={changed} />;
}

export default definePage({ page: MakePage });
