/** Bars from left to right, drawn as SVG in the colours of the theme. */
import { BarChart as Bars } from "echarts/charts";
import { AriaComponent, GridComponent, TooltipComponent } from "echarts/components";
import { type EChartsCoreOption, init, use } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";
import { useEffect, useRef } from "react";
import { effectiveMode, effectivePrimary, useLook, wantsMotion } from "@/platform/theme/theme-store";

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

/** Beyond so many bars their names would cover each other. */
const NAMED_BARS_MAX = 16;

export default function BarChart({ title, bars, show }: BarChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const mode = useLook((look) => effectiveMode(look.mode));
  const primary = useLook((look) => effectivePrimary(look.primary));
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const chart = init(element, null, { renderer: "svg" });
    chart.setOption(optionOf(title, bars, show, element));
    const watch = new ResizeObserver(() => chart.resize());
    watch.observe(element);
    return () => {
      watch.disconnect();
      chart.dispose();
    };
  }, [title, bars, show, mode, primary]);
  return <div ref={box} className="bar-chart" role="img" aria-label={title} />;
}

function optionOf(title: string, bars: Bar[], show: (value: number) => string, element: HTMLElement): EChartsCoreOption {
  const style = getComputedStyle(element);
  const color = (name: string) => style.getPropertyValue(`--${name}`).trim();
  const text = { color: color("soft"), fontFamily: style.fontFamily, fontSize: 12 };
  return {
    aria: { enabled: true, label: { description: title } },
    animation: wantsMotion(),
    animationDuration: 200,
    grid: { left: 8, right: 16, top: 16, bottom: 4, containLabel: true },
    // Drawn, not written as HTML: its inline styles would break the content policy.
    tooltip: {
      trigger: "axis",
      axisPointer: { type: "shadow" },
      renderMode: "richText",
      backgroundColor: color("raised"),
      borderColor: color("line"),
      textStyle: { ...text, color: color("text") },
      valueFormatter: (value: unknown) => show(Number(value)),
    },
    xAxis: {
      type: "category",
      data: bars.map((bar) => bar.name),
      axisLine: { lineStyle: { color: color("line-strong") } },
      axisTick: { show: false },
      axisLabel: { ...text, show: bars.length <= NAMED_BARS_MAX, width: 120, overflow: "truncate" },
    },
    yAxis: {
      type: "value",
      minInterval: 1,
      axisLabel: { ...text, formatter: (value: number) => show(value) },
      splitLine: { lineStyle: { color: color("line") } },
    },
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
