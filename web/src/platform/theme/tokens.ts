/** The product's own design tokens; `theme.css` holds the same values as variables for markup without antd. */
import type { ThemeConfig } from "antd";
import type { Tone } from "@/platform/contract";

export type Mode = "light" | "dark";

export const DEFAULT_PRIMARY = "#0958d9";

export interface Palette {
  page: string;
  surface: string;
  raised: string;
  sunken: string;
  line: string;
  text: string;
  soft: string;
  faint: string;
}

/** Neutral greys with a trace of blue, so that white figures stay the brightest thing. */
export const PALETTE: Record<Mode, Palette> = {
  light: {
    page: "#f4f5f7",
    surface: "#ffffff",
    raised: "#ffffff",
    sunken: "#f8f9fb",
    line: "#dfe2e8",
    text: "#1b1f27",
    soft: "#525a68",
    faint: "#697182",
  },
  dark: {
    page: "#101216",
    surface: "#181b20",
    raised: "#20242b",
    sunken: "#14171b",
    line: "#343a44",
    text: "#e8eaee",
    soft: "#b0b7c3",
    faint: "#949cab",
  },
};

/** Status colours as text on their own ground, each at least 4.5:1. */
export const TONES: Record<Mode, Record<Tone, { text: string; ground: string }>> = {
  light: {
    ready: { text: "#0b57c2", ground: "#e8f0fd" },
    warning: { text: "#8f4700", ground: "#fff1e0" },
    danger: { text: "#b42318", ground: "#feeceb" },
    info: { text: "#175f73", ground: "#e4f3f7" },
    done: { text: "#1c6b35", ground: "#e6f5ea" },
    neutral: { text: "#4a5160", ground: "#eceef2" },
  },
  dark: {
    ready: { text: "#8ab8ff", ground: "#172945" },
    warning: { text: "#ffb866", ground: "#3b2711" },
    danger: { text: "#ff9c94", ground: "#431c1a" },
    info: { text: "#7fd0e6", ground: "#13313a" },
    done: { text: "#7fd79a", ground: "#14331f" },
    neutral: { text: "#b9c0cc", ground: "#2a2f38" },
  },
};

export const FONT =
  '-apple-system, BlinkMacSystemFont, "PingFang SC", "Microsoft YaHei", "Noto Sans SC", "WenQuanYi Micro Hei", "Segoe UI", sans-serif';

/** Above and below a line of 20 px: rows are 32 or 40 px high. */
const CELL_PX = { compact: 6, comfortable: 10 };

/** The antd theme of a mode; the primary colour is already clamped. */
export function antdTheme(mode: Mode, compact: boolean, primary: string, motion: boolean): ThemeConfig {
  const palette = PALETTE[mode];
  const tones = TONES[mode];
  // Coloured words need more light on a dark ground than coloured grounds under white words.
  const link = mode === "dark" ? tones.ready.text : primary;
  return {
    token: {
      colorPrimary: primary,
      colorInfo: primary,
      colorLink: link,
      colorSuccess: tones.done.text,
      colorWarning: tones.warning.text,
      colorError: tones.danger.text,
      colorText: palette.text,
      colorTextSecondary: palette.soft,
      colorTextTertiary: palette.faint,
      colorTextPlaceholder: palette.faint,
      colorBgLayout: palette.page,
      colorBgContainer: palette.surface,
      colorBgElevated: palette.raised,
      colorBorder: mode === "dark" ? "#4b525e" : "#c6cbd4",
      colorBorderSecondary: palette.line,
      fontFamily: FONT,
      fontSize: 13,
      fontSizeSM: 12,
      borderRadius: 4,
      borderRadiusLG: 6,
      controlHeight: compact ? 28 : 32,
      controlHeightSM: 24,
      controlHeightLG: 40,
      lineWidth: 1,
      motion,
      motionDurationSlow: "0.15s",
      motionDurationMid: "0.12s",
      motionDurationFast: "0.08s",
      boxShadow: "0 6px 20px rgba(16, 24, 40, 0.14)",
      boxShadowSecondary: "0 6px 20px rgba(16, 24, 40, 0.14)",
    },
    components: {
      Button: {
        primaryShadow: "none",
        defaultShadow: "none",
        dangerShadow: "none",
        // The danger of the dark look is a light ground.
        dangerColor: mode === "dark" ? palette.page : "#ffffff",
      },
      Table: {
        headerBg: palette.sunken,
        headerColor: palette.soft,
        headerSplitColor: "transparent",
        rowHoverBg: palette.sunken,
        bodySortBg: "transparent",
        headerSortActiveBg: palette.sunken,
        headerSortHoverBg: palette.sunken,
        cellFontSize: 13,
        cellPaddingInline: 12,
        cellPaddingBlockSM: compact ? CELL_PX.compact : CELL_PX.comfortable,
        borderColor: palette.line,
      },
      Tabs: { horizontalMargin: "0", itemSelectedColor: link, itemHoverColor: link, inkBarColor: link },
      Pagination: { itemActiveColor: link, itemActiveColorHover: link },
    },
  };
}
