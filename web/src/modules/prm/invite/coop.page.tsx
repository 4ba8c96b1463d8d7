/** /prm_coop 客商资料: invites a partner to fill in its own data, shares one with another company, locks its business. */
import { Suspense, lazy, useEffect } from "react";
import { type LockKind, closeLock, openLock, useLock } from "@/modules/prm/lock/lock-store";
import { closeInvite, openInvite, useInvite } from "@/modules/prm/invite/invite-store";
import { closeShare, openShare, useShare } from "@/modules/prm/share/share-store";
import type { Row } from "@/platform/contract";
import type { ListContext } from "@/platform/lists/list-overrides";
import { definePage } from "@/platform/page-registry";

// They come when they are opened.
const InviteDialog = lazy(async () => ({ default: (await import("@/modules/prm/invite/invite-dialog")).InviteDialog }));
const LockDialog = lazy(async () => ({ default: (await import("@/modules/prm/lock/lock-dialog")).LockDialog }));
const ShareDialog = lazy(async () => ({ default: (await import("@/modules/prm/share/share-dialog")).ShareDialog }));

function Dialogs({ list }: { list: ListContext }) {
  const locked = useLock((state) => state.open);
  const moved = () => {
    closeLock();
    list.reload();
  };
  const invited = useInvite((state) => state.open);
  const shared = useShare((state) => state.partner);
  // A dialog left open by another page would surprise.
  useEffect(
    () => () => {
      closeInvite();
      closeShare();
      closeLock();
    },
    [],
  );
  return (
    <Suspense fallback={null}>
      {invited && <InviteDialog partner={invited.partner} close={closeInvite} />}
      {shared && <ShareDialog partner={shared} close={closeShare} />}
      {locked && <LockDialog {...locked} done={moved} close={closeLock} />}
    </Suspense>
  );
}

const toLock =
  (kind: LockKind) =>
  ([row]: Row[]) => {
    if (row) openLock(kind, row);
  };

export default definePage({
  list: {
    actions: {
      // In the toolbar for a new partner, on a row for that one. The same code leads to what came back, by a link.
      "prm-coop-invite custom": ([row]) => openInvite(row ?? null),
      "prm-share-add": ([row]) => {
        if (row) openShare(row);
      },
      "prm-coop-lock": toLock("lock"),
      "prm-coop-unlock": toLock("unlock"),
      "prm-unlock-apply": toLock("apply"),
    },
    dialogs: Dialogs,
  },
});
