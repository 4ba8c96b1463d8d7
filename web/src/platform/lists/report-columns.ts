/** Columns of a report that tell something only while one of its parameters says so: its grouping, its comparison. */
import type { Column, ListPage } from "@/platform/contract";

/** What a parameter says; where it says nothing, what the server takes it for. */
export function parameterOf(page: ListPage, filters: Record<string, string>, name: string): string[] {
  const initial = page.filters.find((filter) => filter.name === name)?.initial;
  return (filters[name] || initial || "").split(",").map((value) => value.trim());
}

/** The columns that tell something under these filters; the same array where all do. */
export function tellingColumns(page: ListPage, filters: Record<string, string>): Column[] {
  const tells = ({ only }: Column) => !only || parameterOf(page, filters, only.filter).some((value) => only.oneOf.includes(value));
  return page.columns.every(tells) ? page.columns : page.columns.filter(tells);
}
