/** /af_enquiry_manage 询价管理: what the declared list does not do by itself. */
import { Dialogs, toDialog } from "@/modules/inquiry/inquiry-list";
import { definePage } from "@/platform/page-registry";

export default definePage({
  list: {
    actions: {
      "af-enq-assign": toDialog,
      // The same code reminds, by a plain call.
      "af-enq-send custom": toDialog,
      "af-enq-quote": toDialog,
      "af-enq-lost": toDialog,
    },
    dialogs: Dialogs,
  },
});
