/** /af_cargo_pouch 随货文件袋管理: what the declared list does not do by itself. */
import { Suspense, lazy, useEffect, useMemo } from "react";
import { withLink } from "@/modules/pouch/link-button";
import { parsed } from "@/modules/pouch/missing";
import { MissingList } from "@/modules/pouch/missing-list";
import { closePouch, openPouch, usePouch } from "@/modules/pouch/pouch-store";
import { EMPTY } from "@/platform/format";
import { ListPageView } from "@/platform/lists/list-page";
import type { ActionHandler, ListContext, ListOverrides } from "@/platform/lists/list-overrides";
import { declaredList, definePage } from "@/platform/page-registry";
import { useSession } from "@/platform/session";
import "./pouch.css";

// Forms come when one of them is opened.
const PouchDialogs = lazy(async () => ({ default: (await import("@/modules/pouch/pouch-dialogs")).PouchDialogs }));

function Dialogs({ list }: { list: ListContext }) {
  const open = usePouch((state) => state.open !== null);
  // A dialog left open by another page would surprise.
  useEffect(() => closePouch, []);
  return <Suspense fallback={null}>{open && <PouchDialogs list={list} />}</Suspense>;
}

const toDialog: ActionHandler = ([row], _, button) => {
  if (row) openPouch(button, row);
};

const OVERRIDES: ListOverrides = {
  cells: {
    missing: (value) => (value ? <MissingList missing={parsed(value)} /> : <span className="nothing">{EMPTY}</span>),
  },
  actions: {
    // The same code unseals, by a plain call.
    "af-pouch-seal custom": toDialog,
    "af-pouch-hand": toDialog,
    "af-pouch-print": toDialog,
    "af-pouch-send": toDialog,
    "af-pouch-void": toDialog,
  },
  dialogs: Dialogs,
};

function PouchListPage() {
  const declared = declaredList("af.cargo-pouch.list");
  const held = useSession((session) => session.buttons);
  const page = useMemo(() => declared && withLink(declared, held ?? []), [declared, held]);
  return page ? <ListPageView page={page} overrides={OVERRIDES} /> : null;
}

export default definePage({ page: PouchListPage });
