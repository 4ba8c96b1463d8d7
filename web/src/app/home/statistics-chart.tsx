import { Suspense, lazy, useMemo } from "react";
import type { StatisticsRow } from "@/app/home/statistics-model";
import { formatFigure } from "@/platform/format";
import { useIdle } from "@/platform/use-idle";

const GroupedBarChart = lazy(() => import("@/platform/charts/grouped-bar-chart"));

/** Share of the screen's height. */
const HEIGHT = 0.35;
const DECIMALS = 2;

interface StatisticsChartProps {
  title: string;
  days: string[];
  rows: StatisticsRow[];
}

/**
 * The figures as bars, in the order of the table below. Its place is kept while its script, which is no small one,
 * waits until the page can be worked with: the table says the same before.
 */
export function StatisticsChart({ title, days, rows }: StatisticsChartProps) {
  const idle = useIdle();
  const names = useMemo(() => days.map(shortDay), [days]);
  const groups = useMemo(() => rows.map(({ type, values }) => ({ name: type, values })), [rows]);
  return (
    <div className="home-chart" style={{ height: Math.round(window.screen.height * HEIGHT) }}>
      <Suspense fallback={null}>
        {idle && <GroupedBarChart title={title} names={names} groups={groups} show={shown} />}
      </Suspense>
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
