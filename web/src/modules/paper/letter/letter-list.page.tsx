/** /af_shipper_letter 托书管理: what the declared list does not do by itself. */
import { useSearch } from "@tanstack/react-router";
import { Suspense, lazy, useEffect } from "react";
import {
  BOOKING, DELIVERY, LETTER_BASE, LETTER_PAGE, LETTER_PROPOSE, exportLetter, printLetter,
} from "@/modules/paper/letter/letter-calls";
import { closeLetter, openLetter, useLetter } from "@/modules/paper/letter/letter-store";
import { useNewOfOrder } from "@/platform/order/new-of-order";
import type { ActionHandler, ListContext } from "@/platform/lists/list-overrides";
import { openMade, saveMade } from "@/platform/made-file";
import { definePage } from "@/platform/page-registry";
import "../paper.css";

// They come when they are opened.
const SendDialog = lazy(async () => ({ default: (await import("@/modules/paper/letter/send-dialog")).SendDialog }));
const ReplyDialog = lazy(async () => ({ default: (await import("@/modules/paper/letter/reply-dialog")).ReplyDialog }));

function Dialogs({ list }: { list: ListContext }) {
  const open = useLetter((state) => state.open);
  const { letter } = useSearch({ strict: false }) as { letter?: string };
  useNewOfOrder(list, LETTER_PROPOSE, LETTER_PAGE, { kind: letter === DELIVERY ? DELIVERY : BOOKING });
  // A dialog left open by another page would surprise.
  useEffect(() => closeLetter, []);
  if (!open) return null;
  const Dialog = open.dialog === "send" ? SendDialog : ReplyDialog;
  return (
    <Suspense fallback={null}>
      <Dialog row={open.row} close={closeLetter} reload={list.reload} />
    </Suspense>
  );
}

/** Buttons of a kind share its code; the call of a button tells what it does. */
const byCall: ActionHandler = async ([row], list, { call }) => {
  const path = call?.path ?? "";
  if (path === LETTER_BASE) return list.openForm(null, { preset: { kind: DELIVERY } });
  if (!row) return;
  if (path.includes("/send/")) return openLetter("send", row);
  if (path.includes("/reply/")) return openLetter("reply", row);
  if (path.includes("/print/") && (await openMade(() => printLetter(row)))) list.reload();
  if (path.includes("/excel/") && (await saveMade(() => exportLetter(row)))) list.reload();
};

export default definePage({
  list: {
    actions: { "af-order-letter custom": byCall, "af-plan-letter custom": byCall, "af-letter-send custom": byCall },
    dialogs: Dialogs,
  },
});
