/** /prm_coop 客商资料: invites a partner to fill in its own data. */
import { Suspense, lazy, useEffect } from "react";
import { closeInvite, openInvite, useInvite } from "@/modules/prm/invite/invite-store";
import { definePage } from "@/platform/page-registry";

// It comes when it is opened.
const InviteDialog = lazy(async () => ({ default: (await import("@/modules/prm/invite/invite-dialog")).InviteDialog }));

function Dialogs() {
  const open = useInvite((state) => state.open);
  // A dialog left open by another page would surprise.
  useEffect(() => closeInvite, []);
  return <Suspense fallback={null}>{open && <InviteDialog partner={open.partner} close={closeInvite} />}</Suspense>;
}

export default definePage({
  list: {
    // In the toolbar for a new partner, on a row for that one. The same code leads to what came back, by a link.
    actions: { "prm-coop-invite custom": ([row]) => openInvite(row ?? null) },
    dialogs: Dialogs,
  },
});
