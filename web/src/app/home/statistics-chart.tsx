import { useMemo } from "react";
import type { StatisticsRow } from "@/app/home/statistics-model";
import { GroupedBars } from "@/platform/charts/grouped-bars";
import { formatFigure } from "@/platform/format";

/** Share of the screen's height. */
const HEIGHT = 0.35;
const DECIMALS = 2;

interface StatisticsChartProps {
  title: string;
  days: string[];
  rows: StatisticsRow[];
}

/** The figures as bars, in the order of the table below. */
export function StatisticsChart({ title, days, rows }: StatisticsChartProps) {
  const names = useMemo(() => days.map(shortDay), [days]);
  const groups = useMemo(() => rows.map(({ type, values }) => ({ name: type, values })), [rows]);
  return (
    <div className="home-chart" style={{ height: Math.round(window.screen.height * HEIGHT) }}>
      <GroupedBars title={title} names={names} groups={groups} show={shown} />
    </div>
  );
}

function shown(value: number): string {
  return formatFigure(value, Number.isInteger(value) ? 0 : DECIMALS);
}

/** `2026-07-01` → 07-01 */
export function shortDay(day: string): string {
  return day.slice("2026-".length);
}
