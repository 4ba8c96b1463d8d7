/** /af_identify 鉴定证书: what the declared list does not do by itself. */
import { Suspense, lazy, useEffect } from "react";
import { IDENTIFY_PAGE, IDENTIFY_PROPOSE } from "@/modules/paper/identify/identify-calls";
import { closeAudit, openAudit, useAudit } from "@/modules/paper/identify/identify-store";
import { useText } from "@/platform/i18n";
import type { ActionHandler, CellRenderer, ListContext } from "@/platform/lists/list-overrides";
import { useNewOfOrder } from "@/platform/order/new-of-order";
import { definePage } from "@/platform/page-registry";
import { ToneTag } from "@/platform/tone-tag";
import "../paper.css";

// It comes when it is opened.
const AuditDialog = lazy(async () => ({ default: (await import("@/modules/paper/identify/audit-dialog")).AuditDialog }));

function Dialogs({ list }: { list: ListContext }) {
  const row = useAudit((state) => state.row);
  useNewOfOrder(list, IDENTIFY_PROPOSE, IDENTIFY_PAGE);
  // A dialog left open by another page would surprise.
  useEffect(() => closeAudit, []);
  if (!row) return null;
  return (
    <Suspense fallback={null}>
      <AuditDialog row={row} close={closeAudit} reload={list.reload} />
    </Suspense>
  );
}

function EndsEarly({ day }: { day: string }) {
  const t = useText();
  return <ToneTag tone="warning">{t("paper:identify.endsEarly", { day })}</ToneTag>;
}

/** A certificate that ends before the flight is marked. */
const until: CellRenderer = (value, row) => {
  const [day, flight] = [String(value ?? ""), String(row["flightDate"] ?? "")];
  return day && flight && day < flight ? <EndsEarly day={day} /> : day;
};

const audit: ActionHandler = ([row]) => {
  if (row) openAudit(row);
};

export default definePage({
  list: { cells: { validUntil: until }, actions: { "af-identify-audit custom": audit }, dialogs: Dialogs },
});
