import { create } from "zustand";

/** A price before and after. */
export interface Repriced {
  name: string;
  old: string;
  new: string;
}

export interface RepricedRate {
  rate: string;
  prices: Repriced[];
}

/** What is asked for many rates at once. */
export interface Bulk {
  kind: "adjust" | "copy";
  ids: string[];
  /** The rates have changed. */
  done(): void;
}

/** An adjustment that was previewed: the body that makes it, and what it makes. */
export interface Preview {
  bulk: Bulk;
  body: Record<string, unknown>;
  rates: RepricedRate[];
}

/** The dialog that is open, if any; `<BulkDialogs />` draws it. */
export const useBulk = create<{ bulk: Bulk | null; preview: Preview | null }>(() => ({ bulk: null, preview: null }));

export function openBulk(bulk: Bulk): void {
  useBulk.setState({ bulk, preview: null });
}

export function closeBulk(): void {
  useBulk.setState({ bulk: null, preview: null });
}

export function showPreview(preview: Preview): void {
  useBulk.setState({ bulk: null, preview });
}
