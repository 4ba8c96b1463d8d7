/** /ai_arrival_notice 到货通知: what the declared list does not do by itself. */
import { Suspense, lazy, useEffect } from "react";
import { closeArrival, openArrival, useArrival } from "@/modules/paper/arrival/arrival-store";
import { useText } from "@/platform/i18n";
import type { ActionHandler, CellRenderer, ListContext } from "@/platform/lists/list-overrides";
import { definePage } from "@/platform/page-registry";
import { ToneTag } from "@/platform/tone-tag";
import "../paper.css";

// They come when they are opened.
const DIALOGS = {
  make: lazy(async () => ({ default: (await import("@/modules/paper/arrival/make-dialog")).MakeDialog })),
  send: lazy(async () => ({ default: (await import("@/modules/paper/arrival/send-dialog")).SendDialog })),
  confirm: lazy(async () => ({ default: (await import("@/modules/paper/arrival/confirm-dialog")).ConfirmDialog })),
};

function Dialogs({ list }: { list: ListContext }) {
  const open = useArrival((state) => state.open);
  // A dialog left open by another page would surprise.
  useEffect(() => closeArrival, []);
  if (!open) return null;
  const Dialog = DIALOGS[open.dialog];
  return (
    <Suspense fallback={null}>
      <Dialog row={open.row} close={closeArrival} reload={list.reload} />
    </Suspense>
  );
}

function InPart({ arrived, pieces }: { arrived: string; pieces: string }) {
  const t = useText();
  return <ToneTag tone="warning">{t("paper:arrival.part", { arrived, pieces })}</ToneTag>;
}

/** What is still to come is marked. */
const arrived: CellRenderer = (value, row) =>
  row["inPart"] === true ? <InPart arrived={String(value)} pieces={String(row["pieces"])} /> : String(value ?? "");

const opens =
  (dialog: keyof typeof DIALOGS): ActionHandler =>
  ([row]) => {
    if (row) openArrival(dialog, row);
  };

export default definePage({
  list: {
    cells: { arrivedPieces: arrived },
    actions: {
      "ai-notice-make custom": opens("make"),
      "ai-notice-send custom": opens("send"),
      "ai-notice-confirm custom": opens("confirm"),
    },
    dialogs: Dialogs,
  },
});
