/** The houses of a master beside the open one: their order, their sums, and what is done with them. */
import { Button } from "antd";
import { Suspense, lazy, useState } from "react";
import { type HouseDesk, useUnsaved } from "@/modules/awb/form/house/house-desk";
import { makeAllHouses } from "@/modules/awb/form/house/make-all";
import { type House, type HouseSums, type Overview, STATE_TONES } from "@/modules/awb/form/waybill-model";
import { post } from "@/platform/call/client";
import { submit } from "@/platform/call/submit";
import { ask } from "@/platform/dialog";
import { formatNumber } from "@/platform/format";
import { useText } from "@/platform/i18n";
import { goTo } from "@/platform/navigate";
import { loadPages } from "@/platform/page-registry";
import { useCan } from "@/platform/session";
import { toast } from "@/platform/toast";
import { ToneTag } from "@/platform/tone-tag";

// Come when a house is entered, or houses are imported.
const HouseDialog = lazy(async () => ({ default: (await import("@/modules/awb/form/house-dialog")).HouseDialog }));
const HouseImport = lazy(async () => {
  const [{ HouseImport: dialog }] = await Promise.all([import("@/modules/awb/form/house/house-import"), loadPages("af.order.form")]);
  return { default: dialog };
});

/** The address of a house of an order. */
export const houseLink = (orderUuid: string, hawbId: string, tab = ""): string =>
  `/hawb_info_page?o=${orderUuid}&hawbId=${hawbId}${tab ? `&tab=${tab}` : ""}`;

interface NewHouseProps {
  orderUuid: string;
  like: House | null;
  close(): void;
  changed(): void;
}

/** Enters a house and opens its form. */
export function NewHouse({ orderUuid, like, close, changed }: NewHouseProps) {
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

/** 导入: houses of a workbook. */
export function ImportHouses({ orderUuid, changed }: { orderUuid: string; changed(): void }) {
  const t = useText();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {t("awb:house.import")}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <HouseImport orderUuid={orderUuid} close={() => setOpen(false)} done={changed} />
        </Suspense>
      )}
    </>
  );
}

interface HousesProps {
  overview: Overview;
  orderUuid: string;
  open: string;
  desk: HouseDesk;
  /** The tab the next house is opened at. */
  tab: string;
  changed(): void;
}

export function Houses(props: HousesProps) {
  const { overview, orderUuid, open, desk, tab, changed } = props;
  const t = useText();
  const mayMake = useCan("af-awbprint-hawb");
  const unsaved = useUnsaved(desk);
  const missing = overview.hawbs.filter((each) => each.state === "NONE").length;
  const makeAll = async () => {
    if (await makeAllHouses(orderUuid)) changed();
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
            <HouseLine
              house={each}
              current={each.hawbId === open}
              unsaved={unsaved.includes(each.hawbId)}
              open={() => goTo(houseLink(orderUuid, each.hawbId, tab))}
            />
          </li>
        ))}
      </ul>
      {overview.sums && <Together sums={overview.sums} />}
      <HouseButtons {...props} />
      {mayMake && missing > 1 && (
        <Button size="small" block onClick={() => void makeAll()}>
          {t("awb:house.makeAll")}
        </Button>
      )}
    </nav>
  );
}

/** Entering a house, one like the open one, moving the open one, and taking it away. */
function HouseButtons({ overview, orderUuid, open, desk, changed }: HousesProps) {
  const t = useText();
  const mayEnter = useCan("af-order-edit");
  const [like, setLike] = useState<House | "none" | null>(null);
  const place = overview.hawbs.findIndex(({ hawbId }) => hawbId === open);
  const house = overview.hawbs[place];
  if (!mayEnter || !house) return null;
  const removeHouse = async () => {
    const text = t("awb:house.removeConfirm", { number: house.hawbNumber });
    if (!(await ask({ text, danger: true, yes: t("awb:house.remove") }))) return;
    const result = await submit(() => post("/afbase/hawb/doDelete", { orderUuid, ids: [house.hawbId] }, { quiet: true }));
    if (result.kind === "findings") toast.failed(result.findings[0]?.message ?? "");
    if (result.kind !== "saved") return;
    desk.drop(open);
    const next = overview.hawbs.find(({ hawbId }) => hawbId !== open);
    goTo(next ? houseLink(orderUuid, next.hawbId) : `/hawb_info_page?o=${orderUuid}`, { replace: true });
    changed();
  };
  const move = async (step: 1 | -1) => {
    const ids = overview.hawbs.map(({ hawbId }) => hawbId);
    const other = ids[place + step];
    if (!other) return;
    ids[place + step] = open;
    ids[place] = other;
    const result = await submit(() => post("/afbase/hawb/doSort", { orderUuid, ids }, { quiet: true }), { done: false });
    if (result.kind === "findings") toast.failed(result.findings[0]?.message ?? "");
    // Refused because others changed them, they are shown as they are now.
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
      <Button size="small" disabled={place === 0} onClick={() => void move(-1)}>
        {t("awb:house.up")}
      </Button>
      <Button size="small" disabled={place === overview.hawbs.length - 1} onClick={() => void move(1)}>
        {t("awb:house.down")}
      </Button>
      <ImportHouses orderUuid={orderUuid} changed={changed} />
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

interface HouseLineProps {
  house: House;
  current: boolean;
  unsaved: boolean;
  open(): void;
}

function HouseLine({ house, current, unsaved, open }: HouseLineProps) {
  const t = useText();
  return (
    <button type="button" aria-current={current ? "true" : undefined} onClick={open}>
      <span className="mono">{house.hawbNumber}</span>
      <ToneTag tone={STATE_TONES[house.state]}>{t(`awb:state.${house.state}`)}</ToneTag>
      <span className="soft tabular">
        {t("awb:house.figures", { pieces: formatNumber(house.pieces, 0), weight: formatNumber(house.weight, 1) })}
      </span>
      {unsaved && <span className="unsaved">{t("awb:house.unsaved")}</span>}
    </button>
  );
}
