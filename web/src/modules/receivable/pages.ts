import { room } from "@/platform/page-registry";

export default room("receivable", [
  { key: "css.income-invoice.list", load: () => import("./invoice-list.page") },
  { key: "css.income-writeoff.list", load: () => import("./writeoff-list.page") },
  { key: "css.offset.list", load: () => import("./offset-list.page") },
  { key: "css.statement.list", load: () => import("./statement/statement-list.page") },
  { key: "css.debit-note.list", load: () => import("./debit-note/note-list.page") },
  {
    path: "/css_debit_note_make",
    access: "css_debit_note_make",
    title: { zh: "制作账单", en: "Making debit notes" },
    load: () => import("./debit-note/note-make.page"),
  },
]);
