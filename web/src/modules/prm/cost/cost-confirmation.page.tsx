/** /prm_cost_confirmation 成本确认: confirmed costs of a supplier are made into a payment. */
import type { Row } from "@/platform/contract";
import { translate } from "@/platform/i18n";
import type { ActionHandler } from "@/platform/lists/list-overrides";
import { goTo } from "@/platform/navigate";
import { definePage } from "@/platform/page-registry";
import { toast } from "@/platform/toast";

const CONFIRMED = "CONFIRMED";
const of = (row: Row, name: string): string => String(row[name] ?? "");

/** A payment is of one supplier in one currency. */
export const pay: ActionHandler = (rows) => {
  const [first] = rows;
  if (!first) return;
  const alike = rows.every((row) => of(row, "state") === CONFIRMED && ["coopId", "currency"].every((name) => of(row, name) === of(first, name)));
  if (!alike) return toast.failed(translate("prm:cost.alike"));
  const query = new URLSearchParams({ coopId: of(first, "coopId"), currency: of(first, "currency"), confirmationIds: rows.map((row) => of(row, "id")).join(",") });
  goTo(`/css_payment_make?${query.toString()}`);
};

export default definePage({ list: { actions: { "prm-cost-payment": pay } } });
