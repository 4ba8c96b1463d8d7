/** The rows of a report as bars, in the order of the list: one measure at a time. Months are a line, parts of a whole a pie. */
import { useQuery } from "@tanstack/react-query";
import { Suspense, lazy, useCallback, useMemo, useState } from "react";
import { get } from "@/platform/call/client";
import type { Column, ListPage, PageOfRows, Row } from "@/platform/contract";
import type { Bar } from "@/platform/charts/bar-chart";
import { EMPTY, formatFigure } from "@/platform/format";
import { useLabel, useText } from "@/platform/i18n";
import type { ListQuery } from "@/platform/lists/list-url";
import { parameterOf } from "@/platform/lists/report-columns";
import { toneOf } from "@/platform/lists/row-tone";
import { useNarrow } from "@/platform/use-narrow";

const BarChart = lazy(() => import("@/platform/charts/bar-chart"));
const ShapeChart = lazy(() => import("@/platform/charts/shape-chart"));

/** As many rows are read; a line runs through all of them. */
const ROWS_MAX = 100;
/** More bars or parts than this have no room for their names; the rest stands in the table. */
const BARS_MAX = 20;
const NARROW_BARS_MAX = 10;

export function ListChart({ page, query }: { page: ListPage; query: ListQuery }) {
  const t = useText();
  const label = useLabel();
  const narrow = useNarrow();
  const measures = useMemo(() => columnsNamed(page, page.chart?.measures), [page]);
  const [chosen, choose] = useState(measures[0]?.name ?? "");
  const measure = measures.find(({ name }) => name === chosen);
  const params = { current: 1, size: ROWS_MAX, sort: query.sort || undefined, ...query.filters };
  const { data } = useQuery({
    queryKey: ["list", page.key, "chart", params],
    queryFn: ({ signal }) => get<PageOfRows>(page.call, params, { quiet: true, signal }),
  });
  const digits = measure?.kind === "int" ? 0 : (measure?.digits ?? 2);
  const show = useCallback((value: number) => formatFigure(value, digits), [digits]);
  const shape = shapeOf(page, query.filters);
  const bars = useMemo(() => {
    if (!data || !measure) return [];
    // A line runs through its months, whatever the rows are sorted by, and also where nothing was.
    if (shape === "line") return barsOf(page, data.records, measure).toSorted((one, other) => one.name.localeCompare(other.name));
    // Who has nothing takes no place, whatever measure is looked at.
    return barsOf(page, data.records.filter((row) => measures.some(({ name }) => Number(row[name] ?? 0) !== 0)), measure);
  }, [page, data, measure, measures, shape]);
  const drawn = useMemo(() => (shape === "line" ? bars : bars.slice(0, narrow ? NARROW_BARS_MAX : BARS_MAX)), [bars, shape, narrow]);
  const title = measure ? t("platform:list.chartOf", { title: label(page.title), measure: label(measure.label) }) : "";
  if (!measure || (data && bars.length === 0)) return null;
  return (
    <section className="list-chart" aria-label={t("platform:list.chart")}>
      <div role="radiogroup" aria-label={t("platform:list.chartMeasure")} className="chart-measures">
        {measures.map(({ name, label: words }) => (
          <label key={name}>
            <input type="radio" name="measure" checked={name === chosen} onChange={() => choose(name)} />
            {label(words)}
          </label>
        ))}
      </div>
      <Suspense fallback={<div className="bar-chart" />}>
        {shape === "bars" ? (
          <BarChart title={title} bars={drawn} show={show} />
        ) : (
          <ShapeChart title={title} shape={shape} points={drawn} show={show} />
        )}
      </Suspense>
      {data && (bars.length > drawn.length || data.total > ROWS_MAX) && (
        <p className="soft">{t("platform:list.chartFirst", { n: drawn.length })}</p>
      )}
    </section>
  );
}

/** How the rows are drawn: as declared where they are grouped by one column, else as bars. */
function shapeOf(page: ListPage, filters: Record<string, string>): "bars" | "line" | "pie" {
  const draws = page.chart?.draws;
  if (!draws) return "bars";
  const [by, ...others] = parameterOf(page, filters, "groupBy");
  return others.length === 0 ? (draws[by ?? ""] ?? "bars") : "bars";
}

function columnsNamed(page: ListPage, names: string[] = []): Column[] {
  return names.flatMap((name) => page.columns.find((column) => column.name === name) ?? []);
}

function barsOf(page: ListPage, rows: Row[], measure: Column): Bar[] {
  return rows.map((row) => {
    const names = (page.chart?.label ?? []).map((name) => row[name]).filter(Boolean);
    const tone = toneOf(page, row);
    return { name: names.join(" ") || EMPTY, value: Number(row[measure.name] ?? 0), ...(tone === "danger" || tone === "warning" ? { tone } : {}) };
  });
}
