/** /af_delivery_notice 送货通知: what the declared list does not do by itself. */
import { Suspense, lazy, useEffect } from "react";
import { NOTICE_PAGE, NOTICE_PROPOSE } from "@/modules/delivery/notice-calls";
import { closeNotice, openNotice, useNotice } from "@/modules/delivery/notice-store";
import type { Values } from "@/platform/forms/form-store";
import type { ActionHandler, ListContext } from "@/platform/lists/list-overrides";
import { useNewOfOrder } from "@/platform/order/new-of-order";
import { definePage } from "@/platform/page-registry";

// They come when one of them is opened.
const NoticeDialogs = lazy(async () => {
  return { default: (await import("@/modules/delivery/notice-dialogs")).NoticeDialogs };
});

/** An order has one live notice for each place: that one is opened where there is one. */
function openOf(list: ListContext, proposal: Values): void {
  const live = proposal["live"] as { id: string } | null;
  if (live) list.openForm(live.id);
  else list.openForm(null, { preset: proposal });
}

function Dialogs({ list }: { list: ListContext }) {
  const open = useNotice((state) => state.open !== null);
  useNewOfOrder(list, NOTICE_PROPOSE, NOTICE_PAGE, {}, openOf);
  // A dialog left open by another page would surprise.
  useEffect(() => closeNotice, []);
  return <Suspense fallback={null}>{open && <NoticeDialogs list={list} />}</Suspense>;
}

const toDialog: ActionHandler = ([row], _, button) => {
  if (row) openNotice(button, row);
};

export default definePage({
  list: {
    actions: {
      // The same codes edit, mark and receive by what is declared.
      "af-order-notice custom": toDialog,
      "af-notice-send custom": toDialog,
      "af-notice-arrive custom": toDialog,
      "af-notice-void": toDialog,
    },
    dialogs: Dialogs,
  },
});
