/** Most pixels a table inside a page or dialog is high; its rows then scroll under their heading. */
export const TABLE_HEIGHT = { compact: 205, large: 450 } as const;
