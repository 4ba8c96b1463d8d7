/** /prm_coop 客商资料: invites a partner to fill in its own data, and shares one with another company. */
import { Suspense, lazy, useEffect } from "react";
import { closeInvite, openInvite, useInvite } from "@/modules/prm/invite/invite-store";
import { closeShare, openShare, useShare } from "@/modules/prm/share/share-store";
import { definePage } from "@/platform/page-registry";

// They come when they are opened.
const InviteDialog = lazy(async () => ({ default: (await import("@/modules/prm/invite/invite-dialog")).InviteDialog }));
const ShareDialog = lazy(async () => ({ default: (await import("@/modules/prm/share/share-dialog")).ShareDialog }));

function Dialogs() {
  const invited = useInvite((state) => state.open);
  const shared = useShare((state) => state.partner);
  // A dialog left open by another page would surprise.
  useEffect(
    () => () => {
      closeInvite();
      closeShare();
    },
    [],
  );
  return (
    <Suspense fallback={null}>
      {invited && <InviteDialog partner={invited.partner} close={closeInvite} />}
      {shared && <ShareDialog partner={shared} close={closeShare} />}
    </Suspense>
  );
}

export default definePage({
  list: {
    actions: {
      // In the toolbar for a new partner, on a row for that one. The same code leads to what came back, by a link.
      "prm-coop-invite custom": ([row]) => openInvite(row ?? null),
      "prm-share-add": ([row]) => {
        if (row) openShare(row);
      },
    },
    dialogs: Dialogs,
  },
});
