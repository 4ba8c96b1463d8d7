/** /hrs_doc/help 帮助文档: the texts behind the help of the pages. */
import { runCall } from "@/modules/hrs/common/run-call";
import { docTabs } from "@/modules/hrs/doc/doc-tabs";
import { post } from "@/platform/call/client";
import { translate } from "@/platform/i18n";
import { definePage } from "@/platform/page-registry";
import { toast } from "@/platform/toast";

interface Indexed {
  docs: number;
  chunks: number;
}

export default definePage({
  list: {
    header: docTabs("/hrs_doc/help"),
    actions: {
      sys_helpdoc_index: async (_, list) => {
        const result = await runCall(list, () => post<Indexed>("/hrs/helpDoc/reindex", {}, { quiet: true }), { done: false });
        if (result.kind === "saved") toast.done(translate("hrs:doc.reindexed", { ...result.data }));
      },
    },
  },
});
