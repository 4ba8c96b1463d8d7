import { Suspense, lazy, useEffect } from "react";
import { openReceipt, useReceipt } from "@/modules/awb/stock/receipt-store";
import type { ListContext } from "@/platform/lists/list-overrides";
import { goTo } from "@/platform/navigate";
import { usePageLocation } from "@/platform/page-location";

// It comes when it is opened.
const ReceiptDialog = lazy(async () => ({ default: (await import("@/modules/awb/stock/receipt-dialog")).ReceiptDialog }));

/** Opened by the button of the list, or by the address when the stock leads here. */
export function ReceiptDialogs({ list }: { list: ListContext }) {
  const { pathname, searchStr } = usePageLocation();
  const open = useReceipt((state) => state.open);
  const query = new URLSearchParams(searchStr);
  const asked = query.get("new") === "1";
  // A dialog left open by another page would surprise.
  useEffect(() => () => openReceipt(false), []);
  if (!open && !asked) return null;
  const close = () => {
    openReceipt(false);
    if (!asked) return;
    query.delete("new");
    const rest = query.toString();
    goTo(pathname + (rest ? `?${rest}` : ""), { replace: true });
  };
  return (
    <Suspense fallback={null}>
      <ReceiptDialog list={list} close={close} />
    </Suspense>
  );
}
