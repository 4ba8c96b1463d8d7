/** /prm_customer_info 资料邀请: what partners filled in, looked at, taken over or given back. */
import { Suspense, lazy, useEffect } from "react";
import { closeInfo, openInfo, useInfo } from "@/modules/prm/info/info-store";
import { VIEW } from "@/modules/prm/info/view-button";
import type { Row } from "@/platform/contract";
import type { ActionHandler, ListContext } from "@/platform/lists/list-overrides";
import { definePage } from "@/platform/page-registry";

// They come when they are opened.
const InfoDialog = lazy(async () => ({ default: (await import("@/modules/prm/info/info-dialog")).InfoDialog }));
const RejectDialog = lazy(async () => ({ default: (await import("@/modules/prm/info/reject-dialog")).RejectDialog }));

function Dialogs({ list }: { list: ListContext }) {
  const open = useInfo((state) => state.open);
  // A dialog left open by another page would surprise.
  useEffect(() => closeInfo, []);
  return (
    <Suspense fallback={null}>
      {open?.dialog === "view" && <InfoDialog id={String(open.row.id)} changed={list.reload} close={closeInfo} />}
      {open?.dialog === "reject" && <RejectDialog row={open.row} changed={list.reload} close={closeInfo} />}
    </Suspense>
  );
}

const view: ActionHandler = ([row]) => {
  if (row) openInfo("view", row);
};

const reject: ActionHandler = ([row]) => {
  if (row) openInfo("reject", row);
};

export default definePage({
  list: {
    rowButtons: [VIEW],
    actions: {
      [VIEW.code]: view,
      // Nothing is taken over unseen.
      "prm-coop-edit custom": view,
      "prm-coop-add custom": view,
      // The same code withdraws, by a plain call.
      "prm-coop-invite custom": reject,
    },
    open: (row: Row) => openInfo("view", row),
    dialogs: Dialogs,
  },
});
