/** What the last months brought: bars, the profit rate as a line, and the figures below. */
import { Suspense, lazy, useMemo } from "react";
import { groupText } from "@/platform/decimal-text";
import { EMPTY, formatFigure } from "@/platform/format";
import { useText } from "@/platform/i18n";
import { type DeskMonth, sidesOf } from "./desk-data";

const MonthsChart = lazy(() => import("@/platform/charts/months-chart"));

const shown = (value: number): string => formatFigure(value, 0);
const figureOf = (text: string | null | undefined): number | null => (text ? Number(text) : null);

export function Months({ months }: { months: DeskMonth[] }) {
  const t = useText();
  const sides = useMemo(() => sidesOf(months), [months]);
  const names = useMemo(() => months.map(({ month }) => month), [months]);
  const bars = useMemo(
    () => sides.map((side) => ({ name: t(`css:desk.side.${side}`), values: months.map((month) => figureOf(month[side])) })),
    [months, sides, t],
  );
  const tells = months.some(({ rate }) => rate !== undefined);
  const line = useMemo(
    () => (tells ? { name: t("css:desk.rate"), values: months.map(({ rate }) => figureOf(rate)) } : undefined),
    [months, tells, t],
  );
  if (sides.length === 0) return null;
  const title = t("css:desk.months");
  return (
    <section className="desk-block" aria-label={title}>
      <h2>{title}</h2>
      <Suspense fallback={<div className="bar-chart" />}>
        <MonthsChart title={title} months={names} bars={bars} line={line} show={shown} />
      </Suspense>
      <div className="desk-months">
        <table>
          <thead>
            <tr>
              <th scope="col">{t("css:desk.month")}</th>
              {sides.map((side) => (
                <th key={side} scope="col">{t(`css:desk.side.${side}`)}</th>
              ))}
              {tells && <th scope="col">{t("css:desk.rate")}</th>}
            </tr>
          </thead>
          <tbody>
            {months.toReversed().map((month) => (
              <tr key={month.month}>
                <th scope="row" className="tabular">{month.month}</th>
                {sides.map((side) => (
                  <td key={side} className={month[side]?.startsWith("-") ? "tabular desk-loss" : "tabular"}>{groupText(month[side] ?? "")}</td>
                ))}
                {tells && <td className="tabular">{month.rate ? `${month.rate}%` : EMPTY}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
