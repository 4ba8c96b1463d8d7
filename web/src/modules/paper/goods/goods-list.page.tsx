/** /af_goodsname 品名清单: what the declared list does not do by itself. */
import { Suspense, lazy, useEffect } from "react";
import { GOODS_PAGE, GOODS_PROPOSE } from "@/modules/paper/goods/goods-calls";
import { closeGoodsSend, openGoodsSend, useGoodsSend } from "@/modules/paper/goods/goods-store";
import { useNewOfOrder } from "@/platform/order/new-of-order";
import { CallError, download } from "@/platform/call/client";
import type { ActionHandler, ListContext } from "@/platform/lists/list-overrides";
import { fillLink } from "@/platform/navigate";
import { definePage } from "@/platform/page-registry";
import "../paper.css";

// It comes when it is opened.
const SendDialog = lazy(async () => ({ default: (await import("@/modules/paper/goods/send-dialog")).SendDialog }));

function Dialogs({ list }: { list: ListContext }) {
  const row = useGoodsSend((state) => state.row);
  useNewOfOrder(list, GOODS_PROPOSE, GOODS_PAGE);
  // A dialog left open by another page would surprise.
  useEffect(() => closeGoodsSend, []);
  if (!row) return null;
  return (
    <Suspense fallback={null}>
      <SendDialog row={row} close={closeGoodsSend} reload={list.reload} />
    </Suspense>
  );
}

const send: ActionHandler = ([row]) => {
  if (row) openGoodsSend(row);
};

/** The workbook of the whole order. */
const print: ActionHandler = async ([row], _, { call }) => {
  if (!row || !call) return;
  try {
    await download(fillLink(call.path, row), {});
  } catch (error) {
    // The call has told its failure.
    if (!(error instanceof CallError)) throw error;
  }
};

export default definePage({
  list: { actions: { "af-goods-send custom": send, "af-goods-print custom": print }, dialogs: Dialogs },
});
