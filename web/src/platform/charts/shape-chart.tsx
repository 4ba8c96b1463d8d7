/** A line through points, or parts of a whole, drawn as SVG in the colours of the theme. */
import { LineChart as Lines, PieChart as Pies } from "echarts/charts";
import { AriaComponent, GridComponent, LegendComponent, TooltipComponent } from "echarts/components";
import { use } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";
import { useCallback, useRef } from "react";
import type { Bar } from "@/platform/charts/bar-chart";
import { type ChartLook, baseOption, figuresAxis, namesAxis, useChart } from "@/platform/charts/chart-look";

use([Lines, Pies, GridComponent, LegendComponent, TooltipComponent, AriaComponent, SVGRenderer]);

interface ShapeChartProps {
  /** What it shows, for those who do not see it. */
  title: string;
  shape: "line" | "pie";
  points: Bar[];
  /** A figure as it is written. */
  show(value: number): string;
}

/** Colours of the parts, as variables of the theme. */
const TONES = ["primary", "info", "ready", "warning", "danger", "done"];

export default function ShapeChart({ title, shape, points, show }: ShapeChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const option = useCallback(
    (look: ChartLook) => (shape === "line" ? lineOf(title, points, show, look) : pieOf(title, points, show, look)),
    [title, shape, points, show],
  );
  useChart(box, option);
  return <div ref={box} className="bar-chart" role="img" aria-label={title} />;
}

function lineOf(title: string, points: Bar[], show: (value: number) => string, look: ChartLook) {
  return {
    ...baseOption(title, show, look),
    grid: { left: 8, right: 16, top: 16, bottom: 4, containLabel: true },
    xAxis: namesAxis(points.map(({ name }) => name), look),
    yAxis: figuresAxis(show, look),
    series: [
      { type: "line", name: title, symbolSize: 7, itemStyle: { color: look.color("primary") }, data: points.map(({ value }) => value) },
    ],
  };
}

function pieOf(title: string, points: Bar[], show: (value: number) => string, look: ChartLook) {
  const base = baseOption(title, show, look);
  return {
    ...base,
    // A part has no place on an axis: the box stands at the part itself.
    tooltip: { ...(base["tooltip"] as object), trigger: "item" },
    color: TONES.map((tone) => look.color(tone)),
    legend: { type: "scroll", orient: "vertical", right: 8, top: 8, bottom: 8, textStyle: look.text },
    series: [
      { type: "pie", name: title, radius: ["45%", "75%"], center: ["40%", "50%"], label: { show: false }, data: points.map(({ name, value }) => ({ name, value })) },
    ],
  };
}
