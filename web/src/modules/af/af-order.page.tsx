/** /af_order 空运出口订单: what the declared list does not do by itself. */
import { useMemo } from "react";
import type { Row } from "@/platform/contract";
import { Copyable, FieldValue } from "@/platform/fields/field-value";
import { translate, useText } from "@/platform/i18n";
import type { ActionHandler, CellRenderer, ListOverrides } from "@/platform/lists/list-overrides";
import { declaredList, definePage } from "@/platform/page-registry";
import { AwbDialogs, openTracks } from "./order/awb-dialogs";
import { OrderList } from "@/platform/order/order-list";
import { Marked, type Marks } from "@/platform/order/marked";
import { MoveDialogs } from "./order/move-dialogs";
import { openOrder, useOrderHabits } from "@/platform/order/order-habits";
import { type DialogKind, type MovedOrder, askAndMove, openMove } from "./order/order-moves";
import { PAPER_ACTIONS, withPapers } from "./order/papers";
import "./order/order.css";

function moved(row: Row): MovedOrder {
  const text = (name: string) => String(row[name] ?? "");
  return { orderUuid: text("orderUuid"), rowUuid: text("rowUuid"), orderCode: text("orderCode") };
}

function dialog(kind: DialogKind): ActionHandler {
  return ([row], list) => {
    if (row) openMove(kind, moved(row), list.reload);
  };
}

const restore: ActionHandler = async ([row], list) => {
  if (row) await askAndMove("restore", translate("order:move.restore"), moved(row), list.reload);
};

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
      <button type="button" className="list-icon" title={t("af:tracks.title")} aria-label={t("af:tracks.title")} onClick={open("track")}>
        <Icon path="M14 2 2 7l4 2 2 5 2-3 3-9zM6 9l4-3" />
      </button>
      <button type="button" className="list-icon" title={t("af:tracks.manifestTitle")} aria-label={t("af:tracks.manifestTitle")} onClick={open("manifest")}>
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
    <span className={`recorded is-${key}`} title={t(`af:recorded.${key}`)}>
      <span aria-hidden="true">{sign}</span>
      <span className="sr-only">{t(`af:recorded.${key}`)}</span>
    </span>
  );
}

const houses: CellRenderer = (value) => <Houses count={Number(value ?? 0)} />;

function Houses({ count }: { count: number }) {
  const t = useText();
  return count === 0 ? <span className="soft">{t("af:order.direct")}</span> : <span className="tabular">{count}</span>;
}

const edit: ActionHandler = ([row]) => {
  if (row) openOrder("/af_order", moved(row).orderUuid);
};

function Dialogs() {
  useOrderHabits();
  return (
    <>
      <MoveDialogs />
      <AwbDialogs />
    </>
  );
}

const OVERRIDES: ListOverrides = {
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
  open: (row) => openOrder("/af_order", moved(row).orderUuid),
  actions: {
    "af-order-edit": edit,
    "af-order-copy": dialog("copy"),
    "af-order-cancel": dialog("cancel"),
    "af-order-restore": restore,
    "af-order-forcestop": dialog("forceStop"),
    "af-order-uninstall": dialog("uninstall"),
    "af-order-share": dialog("share"),
    ...PAPER_ACTIONS,
  },
  dialogs: Dialogs,
};

function OrderListPage() {
  const declared = declaredList("af.order.list");
  const page = useMemo(() => declared && withPapers(declared), [declared]);
  return page ? <OrderList page={page} scope="AE" overrides={OVERRIDES} /> : null;
}

export default definePage({ page: OrderListPage });
