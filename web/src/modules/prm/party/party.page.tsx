/** /prm_shipperConsignee 收发货人: pasted addresses begin new rows. */
import { Suspense, lazy, useEffect } from "react";
import { create } from "zustand";
import type { ListContext } from "@/platform/lists/list-overrides";
import { definePage } from "@/platform/page-registry";

// It comes when it is opened.
const RecogniseDialog = lazy(async () => ({ default: (await import("./recognise-dialog")).RecogniseDialog }));

const useOpen = create<{ open: boolean }>(() => ({ open: false }));
const close = () => useOpen.setState({ open: false });

function Dialogs({ list }: { list: ListContext }) {
  const { open } = useOpen();
  // A dialog left open by another page would surprise.
  useEffect(() => close, []);
  if (!open) return null;
  return (
    <Suspense fallback={null}>
      <RecogniseDialog
        close={close}
        take={(preset) => {
          close();
          list.openForm(null, { preset });
        }}
      />
    </Suspense>
  );
}

export default definePage({
  list: { actions: { "prm-party-recognize": () => useOpen.setState({ open: true }) }, dialogs: Dialogs },
});
