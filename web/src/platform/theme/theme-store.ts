/** The look this device was set to. */
import { create } from "zustand";
import { boot } from "@/platform/boot";
import { KEY, readJson, writeJson } from "@/platform/storage";
import { clampForWhite } from "@/platform/theme/contrast";
import { DEFAULT_PRIMARY, type Mode } from "@/platform/theme/tokens";

export interface Look {
  mode: Mode | "system";
  compact: boolean;
  primary: string;
  /** Whether the floating ball is shown. */
  ball: boolean;
  /** Whether opened pages stay open as tabs. */
  tabs: boolean;
}

/** The colour of those who have not chosen one: the platform's. */
export function defaultPrimary(): string {
  return boot().themeColor || DEFAULT_PRIMARY;
}

/** Rows are high where fingers point at them. */
const startsCompact = () => !window.matchMedia("(pointer: coarse)").matches;

const START: Look = { mode: "light", compact: startsCompact(), primary: defaultPrimary(), ball: true, tabs: true };
const chosen = () => readJson<Partial<Look>>(KEY.theme, {});
const ofCompany = () => readJson<{ user?: { themeColor?: string } | null }>(KEY.session, {}).user?.themeColor;

export const useLook = create<Look>(() => ({ ...START, primary: ofCompany() || defaultPrimary(), ...chosen() }));

export function setLook(change: Partial<Look>): void {
  useLook.setState(change);
  // What was never chosen stays the company's choice, or the platform's.
  writeJson(KEY.theme, { ...chosen(), ...change });
  applyLook();
}

/** The company's colour, where the user has chosen none. */
export function takeCompanyColor(color: string | undefined): void {
  if (chosen().primary) return;
  useLook.setState({ primary: color || defaultPrimary() });
  applyLook();
}

const DARK = "(prefers-color-scheme: dark)";

export function effectiveMode(mode: Look["mode"]): Mode {
  if (mode !== "system") return mode;
  return window.matchMedia(DARK).matches ? "dark" : "light";
}

/** Follows the system from then on, where it is asked to decide: many change to dark in the evening. */
export function followSystem(): void {
  window.matchMedia(DARK).addEventListener("change", () => {
    if (useLook.getState().mode !== "system") return;
    // The choice is the same, what comes of it is not.
    useLook.setState({ mode: "system" });
    applyLook();
  });
}

/** Whether things may move on their way in and out: not for who asked the system for calm. */
export function wantsMotion(): boolean {
  return !window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}

export function effectivePrimary(primary: string): string {
  return clampForWhite(primary, DEFAULT_PRIMARY);
}

/** How high the rows of tables are: 32 px, or 40 px. */
export type Density = "compact" | "comfortable";

/** The height of rows where a table has none of its own. */
export function useDensity(): Density {
  return useLook((look) => (look.compact ? "compact" : "comfortable"));
}

/** Writes the look to the document, where `theme.css` reads it. */
export function applyLook(): void {
  const { mode, primary } = useLook.getState();
  const root = document.documentElement;
  root.dataset.theme = effectiveMode(mode);
  root.style.setProperty("--primary", effectivePrimary(primary));
}
