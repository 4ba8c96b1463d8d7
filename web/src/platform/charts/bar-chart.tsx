/** Bars from left to right, drawn as SVG in the colours of the theme. */
import { BarChart as Bars } from "echarts/charts";
import { AriaComponent, GridComponent, TooltipComponent } from "echarts/components";
import { use } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";
import { useCallback, useRef } from "react";
import { type ChartLook, baseOption, figuresAxis, namesAxis, useChart } from "@/platform/charts/chart-look";

use([Bars, GridComponent, TooltipComponent, AriaComponent, SVGRenderer]);

export interface Bar {
  name: string;
  value: number;
  /** Its colour, as a variable of the theme. */
  tone?: string;
}

interface BarChartProps {
  /** What it shows, for those who do not see it. */
  title: string;
  bars: Bar[];
  /** A figure as it is written. */
  show(value: number): string;
}

/** More names than this stand aslant, or they would cover each other. */
const LEVEL_NAMES_MAX = 8;
const ASLANT = { rotate: 35, width: 96 };

export default function BarChart({ title, bars, show }: BarChartProps) {
  const box = useRef<HTMLDivElement>(null);
  useChart(box, useCallback((look: ChartLook) => optionOf(title, bars, show, look), [title, bars, show]));
  return <div ref={box} className="bar-chart" role="img" aria-label={title} />;
}

export function optionOf(title: string, bars: Bar[], show: (value: number) => string, look: ChartLook) {
  const names = namesAxis(bars.map((bar) => bar.name), look);
  const { color } = look;
  return {
    ...baseOption(title, show, look),
    grid: { left: 8, right: 16, top: 16, bottom: 4, containLabel: true },
    xAxis: {
      ...names,
      axisLabel: { ...names.axisLabel, interval: 0, ...(bars.length > LEVEL_NAMES_MAX ? ASLANT : {}) },
      // A shortened name is told whole at the pointer.
      tooltip: { show: true },
    },
    yAxis: { ...figuresAxis(show, look), minInterval: 1 },
    series: [
      {
        type: "bar",
        name: title,
        barMaxWidth: 36,
        itemStyle: { color: color("primary"), borderRadius: [3, 3, 0, 0] },
        data: bars.map(({ value, tone }) => (tone ? { value, itemStyle: { color: color(tone) } } : value)),
      },
    ],
  };
}
