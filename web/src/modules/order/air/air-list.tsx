/** The list of air exports: tracks of the master number, tolerance marks, papers. */
import { Copyable, FieldValue } from "@/platform/fields/field-value";
import { useText } from "@/platform/i18n";
import type { CellRenderer } from "@/platform/lists/list-overrides";
import { Marked, type Marks } from "@/platform/order/marked";
import type { ListProfile } from "../order-profile";
import { AwbDialogs, openTracks } from "./awb-dialogs";
import { PAPER_ACTIONS, withPapers } from "./papers";
import "./air.css";

/** A figure of the actual side in the colour of its difference. */
const marked: CellRenderer = (value, row, column) => {
  const marks = row["marks"] as Marks | undefined;
  return (
    <Marked mark={marks?.[column.name]}>
      <FieldValue field={column} value={value} row={row} />
    </Marked>
  );
};

const master: CellRenderer = (value, row) => <MasterNumber number={String(value ?? "")} orderUuid={String(row["orderUuid"])} />;

function MasterNumber({ number, orderUuid }: { number: string; orderUuid: string }) {
  const t = useText();
  if (!number) return <span className="nothing">-</span>;
  const open = (kind: "track" | "manifest") => (event: React.MouseEvent) => {
    event.stopPropagation();
    void openTracks(kind, orderUuid);
  };
  return (
    <span className="list-icons">
      <Copyable text={number} />
      <button type="button" className="list-icon" title={t("order:tracks.title")} aria-label={t("order:tracks.title")} onClick={open("track")}>
        <Icon path="M14 2 2 7l4 2 2 5 2-3 3-9zM6 9l4-3" />
      </button>
      <button type="button" className="list-icon" title={t("order:tracks.manifestTitle")} aria-label={t("order:tracks.manifestTitle")} onClick={open("manifest")}>
        <Icon path="M3 2h10v12H3zM5.500 5.500h5M5.500 8h5M5.500 10.500h3" />
      </button>
    </span>
  );
}

function Icon({ path }: { path: string }) {
  return (
    <svg width="14" height="14" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={path} fill="none" stroke="currentColor" strokeWidth="1.3" strokeLinejoin="round" />
    </svg>
  );
}

/** Nothing entered, entered, done. */
const recorded: CellRenderer = (value) => <Recorded state={Number(value ?? 0)} />;

const RECORDED = [
  { sign: "○", key: "none" },
  { sign: "◐", key: "entered" },
  { sign: "✓", key: "done" },
] as const;

function Recorded({ state }: { state: number }) {
  const t = useText();
  const { sign, key } = RECORDED[state] ?? RECORDED[0];
  return (
    <span className={`recorded is-${key}`} title={t(`order:recorded.${key}`)}>
      <span aria-hidden="true">{sign}</span>
      <span className="sr-only">{t(`order:recorded.${key}`)}</span>
    </span>
  );
}

const houses: CellRenderer = (value) => <Houses count={Number(value ?? 0)} />;

function Houses({ count }: { count: number }) {
  const t = useText();
  return count === 0 ? <span className="soft">{t("order:hawb.direct")}</span> : <span className="tabular">{count}</span>;
}

export const AIR_LIST: ListProfile = {
  cells: {
    awbNumber: master,
    incomeRecorded: recorded,
    costRecorded: recorded,
    confirmPieces: marked,
    confirmWeight: marked,
    confirmVolume: marked,
    confirmChargeWeight: marked,
    confirmDensity: marked,
    hawbQuantity: houses,
  },
  actions: PAPER_ACTIONS,
  Dialogs: AwbDialogs,
  page: withPapers,
};
