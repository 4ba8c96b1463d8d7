/** The ways charges of many orders are entered. */
export const MODES = ["CELLS", "SHARE", "RATE", "UPDATE", "ROWS"] as const;
export type Mode = (typeof MODES)[number];

/** The button each way of entering needs. */
export const RIGHTS = {
  CELLS: "css-batch-save",
  SHARE: "css-batch-share",
  RATE: "css-batch-rate",
  UPDATE: "css-batch-update",
  ROWS: "css-batch-import",
} as const satisfies Record<Mode, string>;

/** Items of a grid. */
export const ITEMS_MAX = 10;

let keys = 0;

/** A row for another item. Its key is given once: figures hang on it, and never come to the item of another row. */
export const itemRow = () => ({ itemKey: keys++ });

/** The figure of an order's row for the item of a row. */
export const cellName = (item: Record<string, unknown>): string => `v${String(item["itemKey"])}`;
