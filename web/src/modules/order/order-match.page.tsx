/** /af_order_match 单货匹配: the price that was paid for a master, shared over its orders. */
import { useEffect } from "react";
import { create } from "zustand";
import { post } from "@/platform/call/client";
import { submit } from "@/platform/call/submit";
import type { Row } from "@/platform/contract";
import { ask } from "@/platform/dialog";
import { translate } from "@/platform/i18n";
import type { ActionHandler, ListContext } from "@/platform/lists/list-overrides";
import { definePage } from "@/platform/page-registry";
import { BASE } from "./match-data";
import { MatchDialog } from "./match-dialog";

const useOpen = create<{ row: Row | null }>(() => ({ row: null }));
const close = () => useOpen.setState({ row: null });

function Dialogs({ list }: { list: ListContext }) {
  const row = useOpen((state) => state.row);
  useEffect(() => close, []);
  return row && <MatchDialog awbId={String(row.id)} number={String(row["awbNumber"] ?? "")} done={list.reload} close={close} />;
}

const undo: ActionHandler = async ([row], list) => {
  if (!row || !(await ask({ text: translate("order:match.undo", { number: String(row["awbNumber"] ?? "") }) }))) return;
  const result = await submit(() => post(`${BASE}/undoOrderMatch`, { awbId: String(row.id), rowUuid: String(row["rowUuid"] ?? "") }, { quiet: true }));
  if (result.kind !== "declined") list.reload();
};

export default definePage({
  list: {
    dialogs: Dialogs,
    actions: { "af-order-match": ([row]) => useOpen.setState({ row: row ?? null }), "af-order-unmatch": undo },
  },
});
