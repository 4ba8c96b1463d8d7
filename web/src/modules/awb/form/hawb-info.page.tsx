import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { Button } from "antd";
import { Suspense, lazy, useState } from "react";
import { WaybillPage } from "@/modules/awb/form/waybill-page";
import { type House, type HouseSums, type Overview, STATE_TONES } from "@/modules/awb/form/waybill-model";
import { get, post } from "@/platform/call/client";
import { submit } from "@/platform/call/submit";
import { ask } from "@/platform/dialog";
import { formatNumber } from "@/platform/format";
import { useText } from "@/platform/i18n";
import { LoadFailed } from "@/platform/load-failed";
import { goTo } from "@/platform/navigate";
import { PageLoading } from "@/platform/page-loading";
import { definePage } from "@/platform/page-registry";
import { useCan } from "@/platform/session";
import { toast } from "@/platform/toast";
import { ToneTag } from "@/platform/tone-tag";

// Comes when a house is entered.
const HouseDialog = lazy(async () => ({ default: (await import("@/modules/awb/form/house-dialog")).HouseDialog }));

/** The address of a house of an order. */
const houseLink = (orderUuid: string, hawbId: string): string => `/hawb_info_page?o=${orderUuid}&hawbId=${hawbId}`;

/** 分单制单: the house waybills of an order, one of them open. */
function HousePage() {
  const t = useText();
  const { o, hawbId, p } = useSearch({ strict: false }) as { o?: string; hawbId?: string; p?: string };
  const orderUuid = o?.trim() ?? "";
  const queries = useQueryClient();
  const queryKey = ["awb-overview", orderUuid];
  const { data, error, refetch } = useQuery({
    queryKey,
    enabled: orderUuid !== "",
    queryFn: () => get<Overview>(`/afbase/awbPrint/viewByOrderUuid/${orderUuid}`, undefined, { quiet: true }),
  });
  if (!orderUuid) return <LoadFailed message={t("awb:form.noOrder")} retry={() => goTo("/af_awb_print")} />;
  if (error) return <LoadFailed message={error.message} retry={() => void refetch()} />;
  if (!data) return <PageLoading rows={12} />;
  const open = data.hawbs.find((each) => (hawbId ? each.hawbId === hawbId : p ? each.awbPrintId === p : true));
  const changed = () => void queries.invalidateQueries({ queryKey });
  if (!open) return <NoHouse orderUuid={orderUuid} unknown={data.hawbs.length > 0} changed={changed} />;
  return (
    <WaybillPage
      key={open.hawbId}
      waybillKey={{ kind: "house", orderUuid, hawbId: open.hawbId, awbPrintId: null }}
      changed={changed}
      aside={<Houses overview={data} orderUuid={orderUuid} open={open.hawbId} changed={changed} />}
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
      {adding && <NewHouse orderUuid={orderUuid} like={null} close={() => setAdding(false)} changed={changed} />}
    </main>
  );
}

interface NewHouseProps {
  orderUuid: string;
  like: House | null;
  close(): void;
  changed(): void;
}

/** Enters a house and opens its form. */
function NewHouse({ orderUuid, like, close, changed }: NewHouseProps) {
  const saved = (hawbId: string) => {
    changed();
    goTo(houseLink(orderUuid, hawbId));
  };
  return (
    <Suspense fallback={null}>
      <HouseDialog orderUuid={orderUuid} like={like} close={close} saved={saved} />
    </Suspense>
  );
}

interface HousesProps {
  overview: Overview;
  orderUuid: string;
  open: string;
  changed(): void;
}

function Houses({ overview, orderUuid, open, changed }: HousesProps) {
  const t = useText();
  const mayMake = useCan("af-awbprint-hawb");
  const missing = overview.hawbs.filter((each) => each.state === "NONE").length;
  const makeAll = async () => {
    const result = await submit(
      () => post<{ changed: number; skipped: number; messages: string[] }>(`/afbase/awbPrint/createAllHawb/${orderUuid}`, {}, { quiet: true }),
      { done: false },
    );
    if (result.kind !== "saved") return;
    const { changed: made, skipped, messages } = result.data;
    const text = t("awb:batch.result", { n: made, m: skipped });
    if (skipped > 0) toast.warn(`${text} ${messages.join(" ")}`);
    else toast.done(text);
    changed();
  };
  return (
    <nav className="awb-houses" aria-label={t("awb:house.list")}>
      <div className="awb-houses-head">
        <b>{t("awb:house.list")}</b>
        <span className="count">{overview.hawbs.length}</span>
      </div>
      <ul>
        {overview.hawbs.map((each) => (
          <li key={each.hawbId}>
            <HouseLine house={each} current={each.hawbId === open} open={() => goTo(houseLink(orderUuid, each.hawbId))} />
          </li>
        ))}
      </ul>
      {overview.sums && <Together sums={overview.sums} />}
      <HouseButtons overview={overview} orderUuid={orderUuid} open={open} changed={changed} />
      {mayMake && missing > 1 && (
        <Button size="small" block onClick={() => void makeAll()}>
          {t("awb:house.makeAll")}
        </Button>
      )}
    </nav>
  );
}

/** Entering a house, one like the open one, and taking the open one away. */
function HouseButtons({ overview, orderUuid, open, changed }: HousesProps) {
  const t = useText();
  const mayEnter = useCan("af-order-edit");
  const [like, setLike] = useState<House | "none" | null>(null);
  const house = overview.hawbs.find(({ hawbId }) => hawbId === open);
  if (!mayEnter || !house) return null;
  const removeHouse = async () => {
    const text = t("awb:house.removeConfirm", { number: house.hawbNumber });
    if (!(await ask({ text, danger: true, yes: t("awb:house.remove") }))) return;
    const result = await submit(() => post("/afbase/hawb/doDelete", { orderUuid, ids: [house.hawbId] }, { quiet: true }));
    if (result.kind === "findings") toast.failed(result.findings[0]?.message ?? "");
    if (result.kind !== "saved") return;
    const next = overview.hawbs.find(({ hawbId }) => hawbId !== open);
    goTo(next ? houseLink(orderUuid, next.hawbId) : `/hawb_info_page?o=${orderUuid}`, { replace: true });
    changed();
  };
  return (
    <div className="awb-houses-buttons">
      <Button size="small" onClick={() => setLike("none")}>
        {t("awb:house.add")}
      </Button>
      <Button size="small" onClick={() => setLike(house)}>
        {t("awb:house.copy")}
      </Button>
      <Button size="small" danger disabled={house.state === "DONE"} onClick={() => void removeHouse()}>
        {t("awb:house.remove")}
      </Button>
      {like && <NewHouse orderUuid={orderUuid} like={like === "none" ? null : like} close={() => setLike(null)} changed={changed} />}
    </div>
  );
}

const FIGURES = [
  { name: "pieces", digits: 0 },
  { name: "weight", digits: 1 },
  { name: "volume", digits: 3 },
] as const;

/** All houses beside their master, with the colours of the tolerance. */
function Together({ sums }: { sums: HouseSums }) {
  const t = useText();
  return (
    <table className="awb-together">
      <thead>
        <tr>
          <th />
          <th>{t("awb:house.together")}</th>
          <th>{t("awb:house.master")}</th>
        </tr>
      </thead>
      <tbody>
        {FIGURES.map(({ name, digits }) => {
          const mark = sums.marks[name];
          return (
            <tr key={name}>
              <th scope="row">{t(`awb:sum.${name}`)}</th>
              <td className={`tabular${mark ? ` is-${mark.level}` : ""}`} title={mark?.text}>
                {formatNumber(sums.houses[name], digits)}
                {mark && <span className="sr-only">{mark.text}</span>}
              </td>
              <td className="tabular">{formatNumber(sums.master[name], digits)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function HouseLine({ house, current, open }: { house: House; current: boolean; open(): void }) {
  const t = useText();
  return (
    <button type="button" aria-current={current ? "true" : undefined} onClick={open}>
      <span className="mono">{house.hawbNumber}</span>
      <ToneTag tone={STATE_TONES[house.state]}>{t(`awb:state.${house.state}`)}</ToneTag>
      <span className="soft tabular">
        {t("awb:house.figures", { pieces: formatNumber(house.pieces, 0), weight: formatNumber(house.weight, 1) })}
      </span>
    </button>
  );
}

export default definePage({ page: HousePage });
