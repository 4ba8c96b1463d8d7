/** Bars of several measures side by side for each month, and a line of percents over them at an axis of its own. */
import { BarChart as Bars, LineChart as Lines } from "echarts/charts";
import { AriaComponent, GridComponent, LegendComponent, TooltipComponent } from "echarts/components";
import { use } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";
import { useCallback, useRef } from "react";
import { type ChartLook, baseOption, figuresAxis, namesAxis, useChart } from "@/platform/charts/chart-look";

use([Bars, Lines, GridComponent, LegendComponent, TooltipComponent, AriaComponent, SVGRenderer]);

/** One measure: a figure for each month, or none. */
export interface Measure {
  name: string;
  values: (number | null)[];
}

interface MonthsChartProps {
  /** What it shows, for those who do not see it. */
  title: string;
  months: string[];
  bars: Measure[];
  line?: Measure | undefined;
  /** A figure of a bar as it is written. */
  show(value: number): string;
}

/** Colours of the bars, as variables of the theme, and of the line. */
const TONES = ["primary", "info", "ready"];
const LINE = "warning";
const percent = (value: number): string => `${value}%`;

export default function MonthsChart({ title, months, bars, line, show }: MonthsChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const option = useCallback(
    (look: ChartLook) => optionOf({ title, months, bars, line, show }, look),
    [title, months, bars, line, show],
  );
  useChart(box, option);
  return <div ref={box} className="bar-chart" role="img" aria-label={title} />;
}

export function optionOf({ title, months, bars, line, show }: MonthsChartProps, look: ChartLook) {
  const { color, text } = look;
  const left = figuresAxis(show, look);
  const right = { ...figuresAxis(percent, look), splitLine: { show: false } };
  return {
    ...baseOption(title, show, look),
    legend: { right: 8, top: 0, textStyle: text },
    grid: { left: 8, right: 8, top: 32, bottom: 4, containLabel: true },
    xAxis: namesAxis(months, look),
    yAxis: line ? [left, right] : [left],
    series: [
      ...bars.map(({ name, values }, at) => ({
        type: "bar",
        name,
        barMaxWidth: 20,
        itemStyle: { color: color(TONES[at % TONES.length] ?? LINE), borderRadius: [3, 3, 0, 0] },
        data: values,
      })),
      ...(line
        ? [
            {
              type: "line",
              name: line.name,
              yAxisIndex: 1,
              symbolSize: 6,
              itemStyle: { color: color(LINE) },
              // In percent, whatever the bars are in.
              tooltip: { valueFormatter: (value: unknown) => (value === null || value === undefined ? "-" : percent(Number(value))) },
              data: line.values,
            },
          ]
        : []),
    ],
  };
}
