/** Lists that together hold every kind of part a page can have, chosen by what is declared. */
import { readPages } from "../../web/scripts/page-files.mjs";
import type { ListPage } from "../../web/src/platform/contract.ts";

/** What is declared. */
export const contract = readPages();
export const LISTS = contract.lists;
export type List = ListPage;

/** How many lists are looked at in both looks at least: beyond one of each kind, some hold them together with others. */
const LEAST = 10;

/** What a list is drawn from: each looks like itself wherever it stands. */
function kinds(list: List): Set<string> {
  const form = contract.forms.find(({ key }) => key === list.form);
  return new Set([
    ...list.filters.flatMap((filter) => [`filter ${filter.kind}`, `filter of ${filter.field.kind}`, ...(filter.modes ?? []).map((mode) => `mode ${mode}`)]),
    ...list.columns.flatMap((column) => [
      `column ${column.kind}`,
      ...(column.link ? ["column with a link"] : []),
      ...(column.copy ? ["column to copy"] : []),
      ...(column.sum ? ["column with a sum"] : []),
    ]),
    ...list.buttons.flatMap((button) => [`button ${button.place} ${button.action}`, ...(button.many ? ["button for many rows"] : [])]),
    ...(list.tabs ? ["tabs"] : []),
    ...(list.tree ? ["tree"] : []),
    ...(list.chart ? ["picture"] : []),
    ...(list.toned ? ["coloured rows"] : []),
    ...(list.printCall ? ["paper"] : []),
    ...(list.editLink ? ["a page of its own"] : []),
    form ? "drawer" : "no form",
  ]);
}

/** Each time the list that adds most of what is not yet held, the first one of equals; then the richest ones of the rest. */
export function ofEveryKind(): Set<string> {
  const parts = new Map(LISTS.map((list) => [list.path, kinds(list)]));
  const open = new Set([...parts.values()].flatMap((each) => [...each]));
  const chosen = new Set<string>();
  while (chosen.size < parts.size && (open.size > 0 || chosen.size < LEAST)) {
    const rest = [...parts].filter(([path]) => !chosen.has(path));
    const adds = ([, each]: [string, Set<string>]) => [...each].filter((kind) => open.size === 0 || open.has(kind)).length;
    const best = rest.reduce((one, other) => (adds(other) > adds(one) ? other : one));
    chosen.add(best[0]);
    for (const kind of best[1]) open.delete(kind);
  }
  return chosen;
}
