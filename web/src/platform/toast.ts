/** Short messages at the bottom right. The host component draws them; anything may send them. */
import { create } from "zustand";
import { translate } from "@/platform/i18n";

export type ToastTone = "done" | "warning" | "danger" | "info";

export interface ToastItem {
  id: number;
  tone: ToastTone;
  /** Above the text. */
  title?: string | undefined;
  text: string;
  /** Where to go from here. */
  link?: ToastLink | undefined;
  /** What can still be done about it. */
  action?: ToastAction | undefined;
}

export interface ToastAction {
  text: string;
  run(): void;
}

export interface ToastLink {
  href: string;
  text: string;
}

/** Success, information and refused permission. */
export const SHORT_MS = 3_000;
/** Failures and warnings. */
export const LONG_MS = 5_000;
/** With a link: there must be time to reach it. */
const LINK_MS = 10_000;
/** Time to change one's mind. */
export const UNDO_MS = 10_000;
const SHOWN_MAX = 4;

interface ToastState {
  items: ToastItem[];
}

export const useToasts = create<ToastState>(() => ({ items: [] }));

let nextId = 1;

export function showToast(tone: ToastTone, text: string, ms: number, link?: ToastLink, action?: ToastAction): void {
  const id = nextId++;
  useToasts.setState(({ items }) => {
    // The same sentence twice at once says nothing new.
    const others = items.filter((item) => item.text !== text);
    return { items: [...others, { id, tone, text, link, action }].slice(-SHOWN_MAX) };
  });
  window.setTimeout(() => dismissToast(id), ms);
}

/** A failure under a title. */
function showTitled(title: string, text: string): void {
  const id = nextId++;
  useToasts.setState(({ items }) => {
    const others = items.filter((item) => item.text !== text);
    return { items: [...others, { id, tone: "danger" as const, title, text }].slice(-SHOWN_MAX) };
  });
  window.setTimeout(() => dismissToast(id), LONG_MS);
}

export function dismissToast(id: number): void {
  useToasts.setState(({ items }) => ({ items: items.filter((item) => item.id !== id) }));
}

export const toast = {
  /** 操作成功, or another sentence of success. */
  done: (text?: string): void => showToast("done", text ?? translate("platform:toast.done"), SHORT_MS),
  /** A success whose result is found elsewhere. */
  linked: (text: string, link: ToastLink): void => showToast("done", text, LINK_MS, link),
  /** A success that can be taken back. */
  undoable: (text: string, action: ToastAction): void => showToast("done", text, UNDO_MS, undefined, action),
  info: (text: string): void => showToast("info", text, SHORT_MS),
  warn: (text: string): void => showToast("warning", text, LONG_MS),
  error: (text: string, ms: number = LONG_MS): void => showToast("danger", text, ms),
  /** A failure under a title of its own. */
  titled: (title: string, text: string): void => showTitled(title, text),
  /** 操作失败，{messageInfo} */
  failed: (messageInfo: string): void =>
    showToast("danger", translate("platform:toast.failed", { messageInfo }), LONG_MS),
};
