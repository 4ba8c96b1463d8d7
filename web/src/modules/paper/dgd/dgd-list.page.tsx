/** /af_dgd_print 危险品申报单: what the declared list does not do by itself. */
import { Suspense, lazy, useEffect } from "react";
import { DGD_PAGE, DGD_PROPOSE } from "@/modules/paper/dgd/dgd-calls";
import { closeDgdPrint, openDgdPrint, useDgdPrint } from "@/modules/paper/dgd/dgd-store";
import { useNewOfOrder } from "@/platform/order/new-of-order";
import { CallError, download } from "@/platform/call/client";
import type { ActionHandler, ListContext } from "@/platform/lists/list-overrides";
import { fillLink } from "@/platform/navigate";
import { definePage } from "@/platform/page-registry";

// It comes when it is opened.
const DgdPrintDialog = lazy(async () => {
  return { default: (await import("@/modules/paper/dgd/dgd-print-dialog")).DgdPrintDialog };
});

function Dialogs({ list }: { list: ListContext }) {
  const open = useDgdPrint((state) => state.open);
  useNewOfOrder(list, DGD_PROPOSE, DGD_PAGE);
  // A dialog left open by another page would surprise.
  useEffect(() => closeDgdPrint, []);
  if (!open) return null;
  return (
    <Suspense fallback={null}>
      <DgdPrintDialog {...open} close={closeDgdPrint} printed={list.reload} />
    </Suspense>
  );
}

/** One code prints and exports; the call of the button tells which. */
const paper: ActionHandler = async ([row], _, { call }) => {
  if (!row || !call) return;
  if (!call.path.includes("exportExcel")) return openDgdPrint(row, call.path);
  try {
    await download(fillLink(call.path, row), {});
  } catch (error) {
    // The call has told its failure.
    if (!(error instanceof CallError)) throw error;
  }
};

export default definePage({ list: { actions: { "af-dgd-print": paper, "af-dgd-over": paper }, dialogs: Dialogs } });
