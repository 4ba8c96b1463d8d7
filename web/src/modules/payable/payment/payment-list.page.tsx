/** /af_css_payment 应付对账单: what the declared list does not do by itself. */
import { Suspense, lazy, useEffect } from "react";
import { create } from "zustand";
import { download } from "@/platform/call/client";
import type { Row } from "@/platform/contract";
import type { ActionHandler } from "@/platform/lists/list-overrides";
import { progressCell } from "@/platform/lists/progress-cell";
import { goTo } from "@/platform/navigate";
import { definePage } from "@/platform/page-registry";

// It comes when it is opened.
const PrintDialog = lazy(async () => ({ default: (await import("./print-dialog")).PrintDialog }));

/** The payments that are to be printed. */
const usePrinted = create<{ rows: Row[] }>(() => ({ rows: [] }));
const close = () => usePrinted.setState({ rows: [] });

function Dialogs() {
  const rows = usePrinted((state) => state.rows);
  // A dialog left open by another page would surprise.
  useEffect(() => close, []);
  if (rows.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <PrintDialog rows={rows} close={close} />
    </Suspense>
  );
}

/** The lines of the payments that are found. */
const exportLines: ActionHandler = async (_, { filters }) => {
  // The call has told its failure.
  await download("/css/payment/exportDetail", { filters }).catch(() => null);
};

export default definePage({
  list: {
    cells: { progress: progressCell },
    actions: {
      "css-cp-add": () => goTo("/css_payment_make"),
      "css-cp-print": (rows) => usePrinted.setState({ rows }),
      "css-cp-detail": exportLines,
    },
    dialogs: Dialogs,
  },
});
