/** What the charges of an order come to: below each grid, below both, and by type. All of it as the server told it. */
import { groupText } from "@/platform/decimal-text";
import { EMPTY, asNumber } from "@/platform/format";
import { useText } from "@/platform/i18n";
import { Figure } from "@/platform/order/order-parts";
import { SIDES, type Side, type SideTotals, type Totals } from "@/platform/charge/charge-model";

const shown = (text: string | null | undefined): string => (text ? groupText(text) : EMPTY);
/** A rate is told in percent, a dash where there is no income. */
const percent = (text: string | null | undefined): string => (text ? `${text.replace(/%$/, "")}%` : EMPTY);

interface SideSumsProps {
  sums: SideTotals | undefined;
  /** The functional currency. */
  currency: string;
  behind: boolean;
}

/** 币种合计、本币合计、无税合计 */
export function SideSums({ sums, currency, behind }: SideSumsProps) {
  const t = useText();
  if (!sums) return null;
  return (
    <div className={`charge-side-sums tabular${behind ? " is-behind" : ""}`}>
      {sums.currencies.map((each) => (
        <span key={each.currency}>{`${each.currency} ${shown(each.amount)}`}</span>
      ))}
      <Figure label={t("css:sum.functional", { currency })} value={<b>{shown(sums.functional)}</b>} />
      <Figure label={t("css:sum.notTax")} value={shown(sums.notTax)} />
    </div>
  );
}

/** 收入 成本 毛利 毛利率 单位毛利 无税毛利 */
export function OrderSums({ totals, behind }: { totals: Totals; behind: boolean }) {
  const t = useText();
  const { income, cost, profit } = totals;
  const loses = profit?.amount.startsWith("-") ?? false;
  return (
    <div className={`charge-sums tabular${behind ? " is-behind" : ""}`} role="status" aria-label={t("css:sum.title")} aria-busy={behind}>
      {income && <Figure label={t("css:sum.totalIncome")} value={<b>{shown(income.functional)}</b>} />}
      {cost && <Figure label={t("css:sum.totalCost")} value={<b>{shown(cost.functional)}</b>} />}
      {profit && (
        <>
          <Figure label={t("css:sum.profit")} value={<b className={loses ? "charge-loss" : ""}>{shown(profit.amount)}</b>} />
          <Figure label={t("css:sum.rate")} value={percent(profit.rate)} />
          <Figure label={t("css:sum.unit")} value={shown(profit.unit)} />
          <Figure label={t("css:sum.profitNotTax")} value={shown(profit.notTax)} />
        </>
      )}
    </div>
  );
}

/** What a bar takes of its cell at most, in percent: its figure stands behind it. */
const BAR_PART = 60;

/** A bar of each side for every type of charges, all by one measure. */
export function TypeBars({ totals }: { totals: Totals }) {
  const t = useText();
  const sides = SIDES.filter((side) => (totals[side]?.types.length ?? 0) > 0);
  const types = [...new Set(sides.flatMap((side) => totals[side]?.types.map(({ type }) => type) ?? []))];
  if (types.length === 0) return null;
  const told = (side: Side, type: string) => totals[side]?.types.find((each) => each.type === type)?.functional ?? null;
  const size = (text: string | null) => Math.abs(asNumber(text) ?? 0);
  const most = Math.max(...sides.flatMap((side) => types.map((type) => size(told(side, type)))), 0) || 1;
  return (
    <table className="charge-types tabular" aria-label={t("css:sum.byType")}>
      <thead>
        <tr>
          <th scope="col">{t("css:sum.type")}</th>
          {sides.map((side) => (
            <th key={side} scope="col">
              <i className={`charge-mark is-${side}`} aria-hidden="true" />
              {t(`css:sum.${side}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {types.map((type) => (
          <tr key={type}>
            <th scope="row">{type || EMPTY}</th>
            {sides.map((side) => (
              <td key={side}>
                {size(told(side, type)) > 0 && <i className={`charge-type-bar is-${side}`} aria-hidden="true" style={{ width: `${(size(told(side, type)) / most) * BAR_PART}%` }} />}
                <span>{shown(told(side, type))}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
