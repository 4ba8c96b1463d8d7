/** /af_routing_sign 航线签单: the minimum sell rate and the buying rate of orders, and who decides about those below cost. */
import { useEffect } from "react";
import { create } from "zustand";
import type { Row } from "@/platform/contract";
import type { ActionHandler, ListContext } from "@/platform/lists/list-overrides";
import { definePage } from "@/platform/page-registry";
import { DecisionDialog, SignDialog } from "./sign-dialog";

interface Open {
  dialog: "sign" | "decide";
  row: Row;
}

const useOpen = create<{ open: Open | null }>(() => ({ open: null }));
const close = () => useOpen.setState({ open: null });
const show = (dialog: Open["dialog"]): ActionHandler => ([row]) => {
  if (row) useOpen.setState({ open: { dialog, row } });
};

function Dialogs({ list }: { list: ListContext }) {
  const open = useOpen((state) => state.open);
  useEffect(() => close, []);
  if (!open) return null;
  const order = { orderId: String(open.row.id), orderCode: String(open.row["orderCode"] ?? "") };
  const Dialog = open.dialog === "sign" ? SignDialog : DecisionDialog;
  return <Dialog order={order} done={list.reload} close={close} />;
}

export default definePage({
  list: { dialogs: Dialogs, actions: { "af-routing-sign": show("sign"), "af-routing-approve": show("decide") } },
});
