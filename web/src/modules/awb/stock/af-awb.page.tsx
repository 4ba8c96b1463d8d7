import { HistoryOutlined } from "@ant-design/icons";
import { runBatch } from "@/modules/awb/stock/batch";
import { StockDialogs } from "@/modules/awb/stock/stock-dialogs";
import { StockTiles } from "@/modules/awb/stock/stock-tiles";
import { openStock } from "@/modules/awb/stock/stock-store";
import type { Row } from "@/platform/contract";
import { ask } from "@/platform/dialog";
import { Copyable } from "@/platform/fields/field-value";
import { translate, useText } from "@/platform/i18n";
import type { ActionHandler, ListContext } from "@/platform/lists/list-overrides";
import { definePage } from "@/platform/page-registry";
import { toast } from "@/platform/toast";

/** A question first, then the batch. */
function asked(path: string, question: (n: number) => string, danger = false): ActionHandler {
  return async (rows: Row[], list: ListContext) => {
    if (rows.length === 0 || !(await ask({ text: question(rows.length), danger }))) return;
    const result = await runBatch(path, rows, list);
    if (result.kind === "findings") toast.failed(result.findings[0]?.message ?? "");
  };
}

function NumberCell({ number, row }: { number: string; row: Row }) {
  const t = useText();
  return (
    <span className="awb-number-cell">
      <Copyable text={number} />
      <button type="button" className="icon-button" aria-label={t("awb:stock.logOf", { number })} title={t("awb:stock.log")} onClick={() => openStock("log", [row])}>
        <HistoryOutlined />
      </button>
    </span>
  );
}

export default definePage({
  list: {
    header: StockTiles,
    dialogs: StockDialogs,
    cells: { awbNumber: (value, row) => <NumberCell number={String(value ?? "")} row={row} /> },
    open: (row) => openStock("log", [row]),
    actions: {
      "af-order-edit": (rows) => openStock("assign", rows),
      "af-awb-reserve": (rows) => openStock("reserve", rows),
      "af-awb-unreserve": asked("/afbase/awb/cancelBook", (n) => translate("awb:stock.unreserve", { n })),
      "af-awb-lock": (rows) => openStock("lock", rows),
      "af-awb-unlock": asked("/afbase/awb/doCancelLock", (n) => translate("awb:stock.unlock", { n })),
      "af-awb-void": (rows) => openStock("void", rows),
      "af-awb-return": asked("/afbase/awb/doReturn", (n) => translate("awb:stock.giveBack", { n })),
      "af-awb-del": asked("/afbase/awb/doDelete", (n) => translate("awb:stock.remove", { n }), true),
    },
  },
});
