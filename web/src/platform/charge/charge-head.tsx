/** The order the charges are of: what it is, and how far its money is. */
import type { ReactNode } from "react";
import { Copyable } from "@/platform/fields/field-value";
import { groupText } from "@/platform/decimal-text";
import { EMPTY } from "@/platform/format";
import { useText } from "@/platform/i18n";
import { Figure } from "@/platform/order/order-parts";
import { PageLink } from "@/platform/page-link";
import { ToneTag } from "@/platform/tone-tag";
import type { ChargeOrder } from "@/platform/charge/charge-model";

/** The form of an order, by its scope. */
export function orderHref({ businessScope, orderUuid }: ChargeOrder): string {
  const prefix = businessScope === "AE" ? "af" : businessScope.toLowerCase();
  return `/${prefix}_order_edit?o=${encodeURIComponent(orderUuid)}`;
}

export function ChargeHead({ order }: { order: ChargeOrder }) {
  const t = useText();
  const { departure, arrival, carrier, unit, teu } = order;
  const route = [[departure, arrival].filter(Boolean).join(" – "), carrier].filter(Boolean).join(" · ");
  const figure = (text: string | null) => (text ? groupText(text, 0) : EMPTY);
  const cargo = [order.pieces, order.grossWeight, order.volume, order.chargeWeight].map(figure).join(" / ");
  return (
    <div className="order-figures">
      <Figure label={t("css:head.order")} value={<PageLink href={orderHref(order)}>{order.orderCode}</PageLink>} />
      <Figure label={t("css:head.number")} value={order.number && <Copyable text={order.number} />} />
      <Figure label={t("css:head.coop")} value={order.coopName} />
      <Figure label={t("css:head.bizDate")} value={order.bizDate} />
      <Figure label={t("css:head.route")} value={route} />
      <Figure label={t("css:head.cargo", { unit })} value={teu && teu !== "0" ? `${cargo} (${t("css:head.teu", { n: figure(teu) })})` : cargo} />
      <MoneyState order={order} />
    </div>
  );
}

/** 锁账, 财务日期, 收入完成, 成本完成 */
export function MoneyState({ order }: { order: ChargeOrder }) {
  const t = useText();
  const locked = order.lifecycle === "LOCKED";
  const flag = (done: boolean, word: string): ReactNode => (
    <ToneTag tone={done ? "done" : "neutral"}>{t(done ? `css:head.${word}` : `css:head.${word}Open`)}</ToneTag>
  );
  return (
    <>
      <ToneTag tone={locked ? "warning" : "neutral"}>{t(locked ? "css:head.locked" : "css:head.unlocked")}</ToneTag>
      <Figure label={t("css:head.financialDate")} value={order.financialDate} />
      {flag(order.incomeRecorded, "incomeRecorded")}
      {flag(order.costRecorded, "costRecorded")}
    </>
  );
}
