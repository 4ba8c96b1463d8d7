/** What all charts share: the colours and letters of the theme, and the life of a drawing in its box. */
import { type EChartsCoreOption, init } from "echarts/core";
import { type RefObject, useEffect } from "react";
import { effectiveMode, effectivePrimary, useLook, wantsMotion } from "@/platform/theme/theme-store";

/** The look of the theme at the place of a chart. */
export interface ChartLook {
  /** A colour, by the name of its variable. */
  color(name: string): string;
  text: { color: string; fontFamily: string; fontSize: number };
}

function lookOf(element: HTMLElement): ChartLook {
  const style = getComputedStyle(element);
  const color = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return { color, text: { color: color("soft"), fontFamily: style.fontFamily, fontSize: 12 } };
}

/** Draws into a box, anew when what is drawn or the theme changes. `optionOf` must stay the same until then. */
export function useChart(box: RefObject<HTMLElement | null>, optionOf: (look: ChartLook) => EChartsCoreOption): void {
  const mode = useLook((look) => effectiveMode(look.mode));
  const primary = useLook((look) => effectivePrimary(look.primary));
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const chart = init(element, null, { renderer: "svg" });
    chart.setOption(optionOf(lookOf(element)));
    const watch = new ResizeObserver(() => chart.resize());
    watch.observe(element);
    return () => {
      watch.disconnect();
      chart.dispose();
    };
  }, [box, optionOf, mode, primary]);
}

/** What every chart begins with: its description for those who do not see it, movement, and the box at the pointer. */
export function baseOption(
  title: string,
  show: (value: number) => string,
  { color, text }: ChartLook,
): EChartsCoreOption {
  return {
    aria: { enabled: true, label: { description: title } },
    animation: wantsMotion(),
    animationDuration: 200,
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
  };
}

/** An axis of names. */
export function namesAxis(names: string[], { color, text }: ChartLook) {
  return {
    type: "category",
    data: names,
    axisLine: { lineStyle: { color: color("line-strong") } },
    axisTick: { show: false },
    axisLabel: { ...text, width: 120, overflow: "truncate" },
  };
}

/** An axis of figures. */
export function figuresAxis(show: (value: number) => string, { color, text }: ChartLook) {
  return {
    type: "value",
    axisLabel: { ...text, formatter: (value: number) => show(value) },
    splitLine: { lineStyle: { color: color("line") } },
  };
}
