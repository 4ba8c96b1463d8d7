import type { ListPage, Row, Tone } from "@/platform/contract";

/** The meaning a row takes from its state, where the list says that rows take one. */
export function toneOf(page: Pick<ListPage, "columns" | "toned">, row: Row): Tone | undefined {
  const column = page.columns.find(({ name }) => name === page.toned);
  return column?.options?.find(({ value }) => value === row[column.name])?.tone;
}
