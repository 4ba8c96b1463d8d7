/** 运单列表: stored forms of masters and houses, with or without an order, and what is done with them. */
import { Suspense, lazy } from "react";
import { makeAllHouses } from "@/modules/awb/form/house/make-all";
import { useReason } from "@/modules/awb/form/move-form";
import { closePrint, openPrint, usePrint } from "@/modules/awb/form/print-store";
import type { PrintTarget } from "@/modules/awb/form/print-call";
import { moveRow, removeRow } from "@/modules/awb/form/row-actions";
import { OPEN_DESK, storedLink } from "@/modules/awb/form/waybill-desk";
import type { Row } from "@/platform/contract";
import { translate } from "@/platform/i18n";
import type { ListContext } from "@/platform/lists/list-overrides";
import { goTo } from "@/platform/navigate";
import { definePage } from "@/platform/page-registry";
import "../awb.css";

// Dialogs come when they are opened.
const PrintDialog = lazy(async () => ({ default: (await import("@/modules/awb/form/print-dialog")).PrintDialog }));
const ReasonDialog = lazy(async () => ({ default: (await import("@/modules/awb/form/reason-dialog")).ReasonDialog }));

const HOUSE = "1";
const isHouse = (row: Row): boolean => String(row["type"]) === HOUSE;
const idOf = (row: Row): string => String(row["awbPrintId"]);
const formOf = (row: Row): string => storedLink(isHouse(row) ? "house" : "master", idOf(row));

/** One form, or all that are selected as one file. */
function targetOf(rows: Row[]): PrintTarget | null {
  const [first] = rows;
  if (!first) return null;
  const one = { house: isHouse(first), orderUuid: "", awbPrintId: idOf(first), number: String(first["number"] ?? "") };
  if (rows.length === 1) return one;
  return { ...one, house: rows.every(isHouse), number: translate("awb:desk.many", { n: rows.length }), ids: rows.map(idOf) };
}

function Dialogs({ list }: { list: ListContext }) {
  const rows = usePrint((state) => state.rows);
  const reason = useReason((state) => state.asked);
  const target = targetOf(rows);
  return (
    <Suspense fallback={null}>
      {reason && <ReasonDialog asked={reason} />}
      {target && (
        <PrintDialog target={target} draft={rows.some((row) => row["state"] !== "DONE")} close={closePrint} printed={list.reload} />
      )}
    </Suspense>
  );
}

export default definePage({
  list: {
    open: (row) => goTo(formOf(row)),
    dialogs: Dialogs,
    actions: {
      [`${OPEN_DESK.make.master} custom`]: async ([row], list) => {
        if (row && (await makeAllHouses(String(row["orderUuid"])))) list.reload();
      },
      [OPEN_DESK.finish]: moveRow("finish", formOf),
      [OPEN_DESK.back]: moveRow("back", formOf),
      [OPEN_DESK.remove]: removeRow,
      [OPEN_DESK.print]: (rows) => openPrint(...rows),
    },
  },
});
