/** /af_css_debit_note 应收账单: what the declared list does not do by itself. */
import { Suspense, lazy, useEffect } from "react";
import { NOTES } from "@/modules/receivable/bills";
import { closeNotes, openNotes, useNotes } from "@/modules/receivable/debit-note/note-store";
import type { CellRenderer, ListContext } from "@/platform/lists/list-overrides";
import { goTo } from "@/platform/navigate";
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
        <PrintDialog bills={NOTES} rows={open.rows} close={closeNotes} />
      ) : (
        <SendDialog bills={NOTES} rows={open.rows} close={closeNotes} reload={list.reload} />
      )}
    </Suspense>
  );
}

/** A day that has gone by while something is open is marked. */
const due: CellRenderer = (value, row) => {
  const day = String(value ?? "");
  return row["overdue"] === true ? <ToneTag tone="danger">{day}</ToneTag> : day;
};

export default definePage({
  list: {
    cells: { dueDate: due },
    actions: {
      "css-dn-add": () => goTo("/css_debit_note_make"),
      "css-dn-print custom": (rows) => openNotes("print", rows),
      "css-dn-mail custom": (rows) => openNotes("mail", rows),
    },
    dialogs: Dialogs,
  },
});
