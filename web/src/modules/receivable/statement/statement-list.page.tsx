/** /css_statement 应收清单: what the declared list does not do by itself. */
import { Suspense, lazy, useEffect } from "react";
import { STATEMENTS } from "@/modules/receivable/bills";
import { closeNotes, openNotes, useNotes } from "@/modules/receivable/debit-note/note-store";
import { download } from "@/platform/call/client";
import type { ActionHandler, CellRenderer, ListContext } from "@/platform/lists/list-overrides";
import { progressCell } from "@/platform/lists/progress-cell";
import { definePage } from "@/platform/page-registry";
import { ToneTag } from "@/platform/tone-tag";

// They come when they are opened.
const PrintDialog = lazy(async () => ({ default: (await import("@/modules/receivable/debit-note/print-dialog")).PrintDialog }));
const SendDialog = lazy(async () => ({ default: (await import("@/modules/receivable/debit-note/send-dialog")).SendDialog }));

function Dialogs({ list }: { list: ListContext }) {
  const open = useNotes((state) => state.open);
  // A dialog left open by another page would surprise.
  useEffect(() => closeNotes, []);
  if (!open) return null;
  return (
    <Suspense fallback={null}>
      {open.dialog === "print" ? (
        <PrintDialog bills={STATEMENTS} rows={open.rows} close={closeNotes} />
      ) : (
        <SendDialog bills={STATEMENTS} rows={open.rows} close={closeNotes} reload={list.reload} />
      )}
    </Suspense>
  );
}

/** A day that has gone by while something is open is marked. */
const due: CellRenderer = (value, row) => {
  const day = String(value ?? "");
  return row["overdue"] === true ? <ToneTag tone="danger">{day}</ToneTag> : day;
};

/** The notes of the statements that are found. */
const exportNotes: ActionHandler = async (_, { filters }) => {
  // The call has told its failure.
  await download("/css/statement/exportDetail", { filters }).catch(() => null);
};

export default definePage({
  list: {
    cells: { dueDate: due, progress: progressCell },
    actions: {
      "css-st-print": (rows) => openNotes("print", rows),
      "css-st-mail custom": (rows) => openNotes("mail", rows),
      "css-st-detail": exportNotes,
    },
    dialogs: Dialogs,
  },
});
