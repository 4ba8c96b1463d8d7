/** The order of a list as the address and the server write it: `name,asc;other,desc`, the first counts most. */

export interface SortBy {
  name: string;
  way: "asc" | "desc";
}

/** The server sorts by so many columns at once. */
const SORTS_MAX = 3;

export function readSort(text: string): SortBy[] {
  return text
    .split(";")
    .map((each) => each.split(","))
    .filter(([name]) => name)
    .map(([name = "", way]) => ({ name, way: way === "desc" ? "desc" : "asc" }));
}

export function writeSort(sort: SortBy[]): string {
  return sort.map(({ name, way }) => `${name},${way}`).join(";");
}

/** A click sorts by one column alone; with `more` it joins those there are, or changes its own way. */
export function sortedBy(text: string, name: string, way: SortBy["way"] | null, more: boolean): string {
  const before = readSort(text);
  if (!more) return way ? writeSort([{ name, way }]) : "";
  const others = before.filter((each) => each.name !== name);
  if (!way) return writeSort(others);
  const known = before.some((each) => each.name === name);
  const next = known ? before.map((each) => (each.name === name ? { name, way } : each)) : [...others.slice(0, SORTS_MAX - 1), { name, way }];
  return writeSort(next);
}
