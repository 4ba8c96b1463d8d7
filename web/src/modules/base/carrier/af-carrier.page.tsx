/** /af_carrier 航司查询: with what each carrier demands. */
import { CarrierNoteDialog } from "@/modules/base/carrier/note-dialog";
import { openCarrierNote } from "@/modules/base/carrier/note-store";
import { definePage } from "@/platform/page-registry";

export default definePage({
  list: {
    actions: { "af-carrier-note": ([row]) => openCarrierNote(String(row?.["carrierCode"] ?? "") || null) },
    dialogs: CarrierNoteDialog,
  },
});
