/** The look this device was set to. */
import { create } from "zustand";
import { KEY, readJson, writeJson } from "@/platform/storage";
import { clampForWhite } from "@/platform/theme/contrast";
import { DEFAULT_PRIMARY, type Mode } from "@/platform/theme/tokens";

export interface Look {
  mode: Mode | "system";
  compact: boolean;
  primary: string;
}

const START: Look = { mode: "light", compact: true, primary: DEFAULT_PRIMARY };

export const useLook = create<Look>(() => ({ ...START, ...readJson<Partial<Look>>(KEY.theme, {}) }));

export function setLook(change: Partial<Look>): void {
  useLook.setState(change);
  writeJson(KEY.theme, useLook.getState());
  applyLook();
}

export function effectiveMode(mode: Look["mode"]): Mode {
  if (mode !== "system") return mode;
  return window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

export function effectivePrimary(primary: string): string {
  return clampForWhite(primary, DEFAULT_PRIMARY);
}

/** Writes the look to the document, where `theme.css` reads it. */
export function applyLook(): void {
  const { mode, compact, primary } = useLook.getState();
  const root = document.documentElement;
  root.dataset.theme = effectiveMode(mode);
  root.dataset.density = compact ? "compact" : "comfortable";
  root.style.setProperty("--primary", effectivePrimary(primary));
}
