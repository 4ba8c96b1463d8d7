/** Several measures side by side for each name, drawn as SVG in the colours of the theme. */
import { BarChart as Bars } from "echarts/charts";
import { AriaComponent, GridComponent, LegendComponent, TooltipComponent } from "echarts/components";
import { use } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";
import { useCallback, useRef } from "react";
import { type ChartLook, baseOption, figuresAxis, namesAxis, useChart } from "@/platform/charts/chart-look";

use([Bars, GridComponent, LegendComponent, TooltipComponent, AriaComponent, SVGRenderer]);

/** One measure: a figure for each name. */
export interface BarGroup {
  name: string;
  values: number[];
}

interface GroupedBarChartProps {
  /** What it shows, for those who do not see it. */
  title: string;
  names: string[];
  /** The first one has the axis at the left; the others, in units of their own, share the one at the right. */
  groups: BarGroup[];
  /** A figure as it is written. */
  show(value: number): string;
}

/** Their colours, as variables of the theme; the legend tells them apart in words. */
const COLORS = ["primary", "info", "faint"];

/** Fills its box. */
export default function GroupedBarChart({ title, names, groups, show }: GroupedBarChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const draw = useCallback(
    (look: ChartLook) => optionOf({ title, names, groups, show }, look),
    [title, names, groups, show],
  );
  useChart(box, draw);
  return <div ref={box} className="grouped-bar-chart" role="img" aria-label={title} />;
}

function optionOf({ title, names, groups, show }: GroupedBarChartProps, look: ChartLook) {
  const { color, text } = look;
  const axis = figuresAxis(show, look);
  const counts = { ...axis, minInterval: 1 };
  return {
    ...baseOption(title, show, look),
    grid: { left: 8, right: 8, top: 36, bottom: 4, containLabel: true },
    legend: { top: 0, right: 0, itemWidth: 10, itemHeight: 10, textStyle: text, selectedMode: false },
    xAxis: namesAxis(names, look),
    // One grid of lines is enough.
    yAxis: groups.length > 1 ? [counts, { ...axis, splitLine: { show: false } }] : [counts],
    series: groups.map(({ name, values }, at) => ({
      type: "bar",
      name,
      yAxisIndex: at === 0 ? 0 : 1,
      barMaxWidth: 24,
      itemStyle: { color: color(COLORS[at % COLORS.length] ?? ""), borderRadius: [3, 3, 0, 0] },
      data: values,
    })),
  };
}
